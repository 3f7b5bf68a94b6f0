import type { PartOf } from '../../../model/discovered.ts';
import type { Interval } from '../../../statistics/intervals/interval.ts';
import type { RepeatKind } from '../costs/findRepeats.ts';
import type { Amounts, Measure } from '../governance/ruleAmounts.ts';
import type { RuleOutcomes } from '../governance/ruleOutcomes.ts';
import type { SavingsInterval } from '../governance/selectSavingsInterval.ts';

/** An amount of all cases, and its mean over tasks of the mean over a task's cases. */
interface AmountFinding {
  readonly measure: Measure;
  readonly total: number;
  readonly mean: number;
  /** Of the mean, 95 %; null if the tasks are too few or too alike. */
  readonly interval: Interval | null;
  /** Tasks and cases that have it. */
  readonly tasks: number;
  readonly cases: number;
}

/** The cases of a bar, the costliest first. */
export interface CostBar {
  readonly cases: number;
  /** Means of its cases: all of it, and the part in rounds that brought nothing new. */
  readonly amount: number;
  readonly wasted: number;
}

/** A case that cost much. */
export interface CostlyCase {
  readonly name: string;
  readonly outcome: string;
  readonly steps: number;
  readonly amount: number;
  readonly wasted: number;
}

/** A loop; steps count from 1. */
export interface LoopFinding {
  readonly name: string;
  readonly kind: RepeatKind;
  readonly from: number;
  readonly steps: number;
  readonly rounds: number;
  readonly sameResult: boolean | null;
  readonly tools: readonly string[];
  /** Arguments of the calls of a round; null: they stay out of the report. */
  readonly texts: readonly string[] | null;
  readonly again: number;
}

/** The effect that a rule would have had. */
export interface RuleFindings {
  readonly id: string;
  readonly name: string;
  /** Its condition in words. */
  readonly condition: string;
  /** Difference from the preset: its threshold, calls that it does not count; empty for the preset as it is. */
  readonly change: string;
  readonly outcomes: RuleOutcomes;
  /** Of the share of all that it saves. */
  readonly saved: SavingsInterval;
  readonly among: number;
  /** True if it is the one that is recommended. */
  readonly isRecommended: boolean;
  /** True if it compares results, and the recordings have none. */
  readonly lacksResults: boolean;
  /** Its own threshold, and its effect at others; null for a rule of several parts. */
  readonly threshold: number | null;
  readonly curve:
    | readonly {
        readonly threshold: number;
        readonly failed: number;
        readonly unknown: number;
        readonly succeeded: number;
      }[]
    | null;
  /** The rule, and a policy of the guard with it, as JSON. */
  readonly setting: string;
  /** True if it does not count some calls: then the policy has them, and `setting` has not. */
  readonly hasExemptions: boolean;
  readonly policy: string;
}

/** Rules chosen on one half of the tasks, shown on the other. */
interface HoldOutFindings {
  /** Null: none saves anything within the false alarms. */
  readonly condition: string | null;
  readonly chosenOn: RuleOutcomes | null;
  readonly shownOn: RuleOutcomes | null;
}

/** Numbers of moves between the most visited states, by row from and by column to. */
interface MoveMatrix {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly counts: readonly (readonly number[])[];
  /** Moves in it, of all. */
  readonly part: PartOf;
}

/** Findings about one set of recorded cases, as plain data. Texts of the recordings are in it only where asked for. */
export interface SetFindings {
  readonly name: string;
  readonly engine: string;
  /** SHA-256 of the cases. */
  readonly sha256: string;
  readonly files: readonly {
    readonly name: string;
    readonly format: string;
    readonly cases: number;
    readonly steps: number;
  }[];
  /** The label by which the cases were chosen, as "guard = acted, of 40 cases"; null: all were read. */
  readonly selection: string | null;
  /** Parts of the files that could not be read. */
  readonly skipped: number;
  readonly cases: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Those under way among them. */
  readonly unknown: number;
  readonly underWay: number;
  /** The last round in which something happens. */
  readonly lasts: number;
  /** Unit in which cases and loops are ranked. */
  readonly measure: Measure;
  readonly total: Amounts;
  /** Cases without the measure. */
  readonly unmeasured: number;
  readonly wasted: number;
  readonly amounts: readonly AmountFinding[];
  readonly kinds: readonly { readonly kind: RepeatKind; readonly count: number; readonly again: number }[];
  readonly bars: readonly CostBar[];
  readonly costly: readonly CostlyCase[];
  readonly loops: readonly LoopFinding[];
  readonly loopsInAll: number;
  readonly rule: RuleFindings;
  readonly holdOut: HoldOutFindings | null;
  readonly matrix: MoveMatrix;
  /** Part of all edges that is in the diagram. */
  readonly drawn: PartOf;
  /** The discovered statechart as a state diagram of Mermaid. */
  readonly diagram: string;
  /** True if arguments of loops are quoted. */
  readonly hasTexts: boolean;
}

/** A set within a report. */
export interface SetSection extends SetFindings {
  /** The set in the headings of its sections: empty for the only one. */
  readonly section: string;
}
