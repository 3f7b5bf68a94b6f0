import type { GuardDecision } from '../../engine/guard/guardDecision.ts';

/** Coding agents whose hooks are known; measured with the versions that docs/guard.md names. */
export const HOOK_AGENTS = ['claude', 'codex', 'gemini', 'qwen', 'copilot'] as const;
/** One of `HOOK_AGENTS`. */
export type HookAgent = (typeof HOOK_AGENTS)[number];

/** Place of a hook: before a call, after it, or after a call that failed. */
export type HookPlace = 'before' | 'after' | 'failure';

/** Facts about an agent's hooks. */
interface HookTraits {
  /** Event names in the order of `HookPlace`; without a third one, a failure comes as any result. */
  readonly events: readonly [before: string, after: string, failure?: string];
  /** True if advice before a call reaches the model. */
  readonly canAdviseBefore: boolean;
  /** True if the agent lets a person decide. */
  readonly canAsk: boolean;
  /** Answer that ends the turn, in addition to a refusal; null if the agent has none. */
  readonly endsTurn: boolean;
  /** Seconds in one unit of the timeout in its settings. */
  readonly timeoutUnit: number;
}

/** The facts by agent. */
export const HOOK_TRAITS: Readonly<Record<HookAgent, HookTraits>> = {
  claude: {
    events: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
    ...{ canAdviseBefore: true, canAsk: true, endsTurn: true, timeoutUnit: 1 },
  },
  codex: {
    events: ['PreToolUse', 'PostToolUse'],
    ...{ canAdviseBefore: true, canAsk: false, endsTurn: false, timeoutUnit: 1 },
  },
  gemini: {
    events: ['BeforeTool', 'AfterTool'],
    ...{ canAdviseBefore: false, canAsk: false, endsTurn: true, timeoutUnit: 0.001 },
  },
  qwen: {
    events: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
    ...{ canAdviseBefore: false, canAsk: false, endsTurn: false, timeoutUnit: 0.001 },
  },
  copilot: {
    events: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
    ...{ canAdviseBefore: true, canAsk: false, endsTurn: false, timeoutUnit: 1 },
  },
};

/**
 * The answer that an agent understands. Never "allow": Claude Code would skip the person's own question, and Codex would
 * drop the whole answer.
 * @param mayEndTurn true if a stop may end the turn, false if it only refuses the call
 * @returns null for nothing to say
 */
export function formatHookAnswer(
  agent: HookAgent,
  place: HookPlace,
  { action, text }: GuardDecision,
  mayEndTurn: boolean,
): object | null {
  const { events, canAsk, endsTurn } = HOOK_TRAITS[agent];
  const event = events[place === 'before' ? 0 : place === 'failure' ? 2 : 1] ?? events[1];
  if (action === 'allow') return null;
  // After a call only advice is given: the stop comes before the next one, where it can be no surprise.
  if (action === 'advise' || place !== 'before')
    // Copilot CLI takes the refusals of Claude Code's form, and no advice in it.
    return agent === 'copilot'
      ? { additionalContext: text }
      : { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
  if (agent === 'gemini')
    return mayEndTurn && action === 'stop'
      ? { continue: false, stopReason: text }
      : { decision: 'deny', reason: text };
  return {
    hookSpecificOutput: {
      hookEventName: event,
      permissionDecision: action === 'ask' && canAsk ? 'ask' : 'deny',
      permissionDecisionReason: text,
    },
    // Without a refusal in the same answer, Claude Code would run the call first.
    ...(mayEndTurn && endsTurn && action === 'stop' && { continue: false, stopReason: text }),
  };
}
