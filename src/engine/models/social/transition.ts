import type { Action, FunctionGuard, Guard, TransitionDefinition } from '../../statechart/definition.ts';

/** The states of a social agent; the lower-case strings also serve for serialisation. */
export const AgentState = {
  IDLE: 'idle',
  SCROLLING: 'scrolling',
  EVALUATING: 'evaluating',
  COMPOSING: 'composing',
  ENGAGING_LIKE: 'engaging_like',
  ENGAGING_REPLY: 'engaging_reply',
  ENGAGING_RESHARE: 'engaging_reshare',
  RESTING: 'resting',
} as const;
/** Name of one of the eight states. */
export type AgentState = (typeof AgentState)[keyof typeof AgentState];

const values: ReadonlySet<string> = new Set(Object.values(AgentState));

/** @throws RangeError when `value` is not one of the eight. */
export function parseAgentState(value: string): AgentState {
  if (!values.has(value))
    throw new RangeError(`"${value}" is not an agent state (${[...values].join(', ')})`);
  return value as AgentState;
}

/** A guard that is written as a function alone gets its name, for people. */
const nameFunctionGuard = (guard: Guard | FunctionGuard['test']): Guard =>
  typeof guard === 'function' ? { kind: 'function', name: guard.name || 'a condition', test: guard } : guard;

/** One transition between agent states; frozen. */
export class Transition implements TransitionDefinition {
  declare readonly guard?: Guard;
  declare readonly action?: Action;

  /**
   * @param options its guard, as data or as a function of (agent, context), and its action.
   * @throws RangeError for an unknown source or target or an empty trigger.
   */
  constructor(
    readonly trigger: string,
    readonly source: AgentState,
    readonly target: AgentState,
    options: { readonly guard?: Guard | FunctionGuard['test']; readonly action?: Action } = {},
  ) {
    if (typeof trigger !== 'string' || trigger === '')
      throw new RangeError('a transition needs a trigger, got ""');
    parseAgentState(source);
    parseAgentState(target);
    if (options.guard !== undefined) this.guard = nameFunctionGuard(options.guard);
    if (options.action !== undefined) this.action = options.action;
    Object.freeze(this);
  }
}
