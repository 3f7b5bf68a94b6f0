import type { Tick } from '../../../core/indices.ts';
import type { ModelDetail } from '../../../model/agentDetail.ts';
import type { Expected } from '../inputs/missions.ts';
import type { MissionStep } from '../missionStep.ts';
import type { Character, Ending, MissionOutcome, Phase, Rule } from '../phases.ts';

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
  readonly steps: readonly MissionStep[];
  readonly outcome: MissionOutcome;
  /** Null while it has not ended. */
  readonly ending: Ending | null;
  readonly rule: Rule | 'step_limit' | null;
  /** Second chances that it has in all; each that it has used is a step. */
  readonly chances: number;
}

/** The governed part of the inspector. */
export interface GovernedDetail extends ModelDetail {
  readonly kind: 'governed';
  readonly trace: CallTrace;
  /** Character that plays it under the policy. */
  readonly character: Character;
  /** Content of a right answer; null if it is unknown. */
  readonly expected: Expected | null;
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
  readonly outcome: MissionOutcome;
  /** Null while it has not ended. */
  readonly ending: Ending | null;
  readonly phase: Phase;
  readonly rule: Rule | 'step_limit' | null;
  readonly steps: number;
  /** Number of times it was sent back for another try. */
  readonly resumed: number;
  readonly calls: number;
  readonly tokens: number;
  /** Tick of its first question and of its end; null before. */
  readonly started: Tick | null;
  readonly ended: Tick | null;
  /** True if its next question is asked in a stuck state. */
  readonly stuck: boolean;
  /** True if there is no answer to find, so that to abstain is right; null if that is unknown. */
  readonly isUnanswerable: boolean | null;
}

/** One mission in two runs of the same seed, each of which asks for its own answers. */
export interface PairRow {
  readonly agent: number;
  readonly without: PairSide;
  readonly with: PairSide;
}
/** One mission's end and cost in one of the runs. */
export interface PairSide {
  readonly ending: Ending;
  readonly rule: Rule | 'step_limit' | null;
  readonly steps: number;
  readonly calls: number;
  readonly tokens: number;
}
/** The comparison of all missions, by mission and in sums. */
export interface PairReport {
  /** As they end at the run's own limit of steps. */
  readonly rows: readonly PairRow[];
  /** The run's own limit. */
  readonly limit: number;
  /** The sums at several limits of steps, ascending, the run's own among them. */
  readonly points: readonly PairPoint[];
}
/** Sums over all missions of both runs, had the limit been this one. */
export interface PairPoint {
  readonly limit: number;
  readonly without: PairSums;
  readonly with: PairSums;
}
/** Sums over all missions of one run. */
export interface PairSums {
  readonly endings: Readonly<Record<Ending, number>>;
  readonly steps: number;
  readonly calls: number;
  readonly tokens: number;
}
