import type { ModelDetail } from '../../detail.ts';
import type { Tick } from '../../indices.ts';
import type { Character, Outcome, Phase, Rule } from './phases.ts';
import type { Step } from './step.ts';

/** One mission, step by step, as the call trace draws it. */
export interface CallTrace {
  readonly agent: number;
  /** `mission_09`: 1-based as in the list. */
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  /** Last tick that it knows of. */
  readonly upTo: Tick;
  /** Null while it waits. */
  readonly started: Tick | null;
  readonly steps: readonly Step[];
  readonly outcome: Outcome;
  readonly rule: Rule | 'step_limit' | null;
}

/** The governed part of the inspector. */
export interface GovernedDetail extends ModelDetail {
  readonly kind: 'governed';
  readonly trace: CallTrace;
  /** Character that plays it under the policy. */
  readonly character: Character;
  readonly phase: Phase;
  /** Simulated milliseconds in the phase, and its timeout (null for none). */
  readonly phaseMilliseconds: number;
  readonly timeout: number | null;
  readonly elapsed: number;
  readonly calls: number;
  readonly tokens: number;
  /** The agent's own last words, or the summary of its failure; null while it is under way. */
  readonly final: string | null;
  readonly summary: string | null;
  /** The summary that ending it now would give; null once it has ended. */
  readonly wouldSay: string | null;
  /** Each rule's count, and the limit at which it fires. */
  readonly rules: readonly {
    readonly rule: Rule;
    readonly value: number;
    readonly limit: number;
    readonly unit: string;
    readonly warned: boolean;
  }[];
}

/** The exact prompt of one step, rebuilt; the raw answer is in `Step.said`. */
export interface StepPrompt {
  readonly row: number;
  readonly system: string;
  readonly user: string;
  readonly tokens: number;
}

/** One mission in the list: outcome and cost so far. */
export interface MissionRow {
  readonly agent: number;
  readonly outcome: Outcome;
  readonly phase: Phase;
  readonly rule: Rule | 'step_limit' | null;
  readonly steps: number;
  readonly calls: number;
  readonly tokens: number;
  /** Tick of its first question and of its end; null before. */
  readonly started: Tick | null;
  readonly ended: Tick | null;
  /** Whether its next question is asked in a stuck state. */
  readonly stuck: boolean;
}

/** A mission's cost with and without governance, using the same answers by mission and step. */
export interface PairRow {
  readonly agent: number;
  readonly without: PairSide;
  readonly with: PairSide;
}
/** One mission's end and cost under one regime. */
export interface PairSide {
  readonly outcome: Outcome;
  readonly rule: Rule | 'step_limit' | null;
  readonly steps: number;
  readonly calls: number;
  readonly tokens: number;
}
/** The comparison of all missions, by mission and in sums. */
export interface PairReport {
  readonly rows: readonly PairRow[];
  /** Missions that did not finish by themselves without governance: the ones that fail. */
  readonly failing: PairSums;
  readonly succeeding: PairSums;
  /** Agents that finished by themselves without governance but not with it. */
  readonly lost: readonly number[];
}
/** Sums over some of the missions, without governance and with it. */
export interface PairSums {
  readonly missions: number;
  readonly without: { readonly steps: number; readonly calls: number; readonly tokens: number };
  readonly with: { readonly steps: number; readonly calls: number; readonly tokens: number };
}
