/** A simulation round: −W+1 … 0 are warm-up, 1 is the first round. The state before warm-up is tick −W. */
export type Tick = number;

/** Most rounds that are asked for at once, on the command line, in an address, in a document. */
export const MAX_ROUNDS = 1_000_000;

/** `agent_001`: 1-based, zero-padded to three digits or more. */
export const formatAgentId = (agent: number): string => `agent_${String(agent + 1).padStart(3, '0')}`;
/** `post_001`: 1-based, zero-padded to three digits or more. */
export const formatPostId = (post: number): string => `post_${String(post + 1).padStart(3, '0')}`;

/** @throws RangeError for anything but a tick from the first to the last that was played */
export function checkTick(tick: Tick, first: Tick, last: Tick): void {
  if (!Number.isInteger(tick) || tick < first || tick > last)
    throw new RangeError(`tick ${tick} is not between ${first} and ${last}`);
}
