/** Branded numbers: an index of one table cannot be passed where another's is meant. All are 0-based. */
declare const brand: unique symbol;
type Branded<Name extends string> = number & { readonly [brand]: Name };

export type AgentIndex = Branded<'agent'>;
export type StateIndex = Branded<'state'>;
export type TriggerIndex = Branded<'trigger'>;
/** Index into a chart's transitions, in definition order. */
export type TransitionIndex = Branded<'transition'>;
export type PostIndex = Branded<'post'>;
/** A simulation round: −W+1 … 0 are warm-up, 1 is the first round. The state before warm-up is tick −W. */
export type Tick = number;

/** `agent_001`: 1-based, zero-padded to three digits or more. */
export const agentId = (agent: number): string => `agent_${String(agent + 1).padStart(3, '0')}`;
/** `post_001`: 1-based, zero-padded to three digits or more. */
export const postId = (post: number): string => `post_${String(post + 1).padStart(3, '0')}`;
