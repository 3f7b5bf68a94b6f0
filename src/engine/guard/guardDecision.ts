import type { GuardEventKind } from '../traces/guardSteps.ts';
import type { BudgetName } from './guardPolicy.ts';
import type { Spending } from './guardSpending.ts';

/**
 * allow: the call runs. advise: it runs, and the text is for the agent. refuse: this call must not run, others may; the
 * text is its result. ask: a person decides about this call. stop: the session is over; the text is its summary.
 */
export type GuardAction = 'allow' | 'advise' | 'refuse' | 'ask' | 'stop';

/** A guard's decision. */
export interface GuardDecision {
  /** The instruction for the caller; always `allow` in a session in which the guard only notes. */
  readonly action: GuardAction;
  /** For the agent, or the person; empty if there is nothing to do. */
  readonly text: string;
  /** The rule, budget or chart that it comes from; null if there is nothing to do. */
  readonly rule: string | null;
  /** The action of a guard that acts; equal to `action` in a session in which it does. */
  readonly would: GuardAction;
}

/** Something that a guard decided, or that followed from it. Steps count from 1. */
export interface GuardEvent {
  readonly step: number;
  readonly kind: GuardEventKind;
  readonly rule: string;
  /** Words for the agent or the person; empty for what followed from a decision. */
  readonly text: string;
}

/** The guard's knowledge about its session. */
export interface GuardReport {
  readonly session: string;
  readonly policy: string;
  /** False: it only noted what it would have done. */
  readonly acts: boolean;
  readonly steps: number;
  readonly spent: Spending;
  /** The first 1,000. */
  readonly events: readonly GuardEvent[];
  /** Where it was stopped, or would have been; null if it was not. */
  readonly stop: { readonly step: number; readonly rule: string; readonly spent: Spending } | null;
  /** Errors inside the guard, each of which allowed the call. The first 20. */
  readonly faults: readonly string[];
  /** Calls that were made, and whose end neither `after` nor `cancel` has reported: no rule has judged them yet. */
  readonly underWay: number;
  /** Budgets of the policy whose amounts nobody has reported so far: they have stopped nothing. */
  readonly unmeasured: readonly BudgetName[];
}
