import type { Tick } from '../../../core/indices.ts';
import type { ModelDetail } from '../../../model/agentDetail.ts';
import { createAgentModelQueries } from '../../../model/createAgentModelQueries.ts';
import type { FindingsChoices } from '../../../model/findings.ts';
import type { ModelFrame } from '../../../model/frame.ts';
import type { LabelCounts } from '../../../model/labelCounts.ts';
import type { TraceCase, TraceStep } from '../../../traces/traces.ts';
import type { Hit } from '../../textSearch.ts';
import type { CallTree } from '../clock/buildCallTree.ts';
import type { ClockReport } from '../clock/buildClockReport.ts';
import type { CostsReport } from '../costs/buildCostsReport.ts';
import type { FittingTick } from '../findFittingTick.ts';
import type { SetFindings } from '../findings/setFindings.ts';
import type { ExemptCall } from '../governance/exemptCases.ts';
import type { ReadingReport } from '../reading/readTraceFiles.ts';
import type { End } from '../recordedTerms.ts';
import type { FlowReport } from './buildFlowReport.ts';
import type { MappingReport } from './buildMappingReport.ts';
import type { WaysReport } from './buildPathsReport.ts';
import type { RuleReport, RuleRequest, RuleRow, TunedReport } from './governanceReport.ts';
import type { LiveReport } from './listLiveCases.ts';

/** The recorded part of a frame, at its last tick. */
export interface RecordedFrame extends ModelFrame {
  readonly kind: 'recorded';
  readonly begun: number;
  /** Cases that have ended, by how. */
  readonly ended: Readonly<Record<End, number>>;
  readonly isOver: boolean;
  /** The last tick in which something happens. */
  readonly lasts: Tick;
  /**
   * The case to look at while none is chosen: the one with most steps of those under way, in a live source before them the one
   * that has waited longest for a person; once all have ended the one that wasted most on repeats, else the one with most steps.
   */
  readonly focus: number;
}

/** A step of a case at its place. */
export interface PlacedStep {
  /** From 1. */
  readonly number: number;
  readonly tick: Tick;
  readonly state: string;
  readonly step: TraceStep;
  /** Number of the last step with the same call, and whether its result was the same (null: not known); null for a new call. */
  readonly repeats: { readonly number: number; readonly sameResult: boolean | null } | null;
  /** True if the reference chart does not have the move into its state. */
  readonly isForeign: boolean;
}

/** A case and its steps up to a tick. */
export interface CaseTrace extends Omit<TraceCase, 'steps'> {
  readonly agent: number;
  readonly steps: readonly PlacedStep[];
  /** All that it has, and the tick after the last. */
  readonly stepsInAll: number;
  /** The case whose agent sent this one; null for none among the cases. Those that it sent, with how many steps each has in all. */
  readonly sender: number | null;
  readonly sent: readonly {
    readonly agent: number;
    readonly steps: number;
    readonly tokens: number | null;
  }[];
  readonly ends: Tick;
}

/** The recorded part of the inspector. */
export interface RecordedDetail extends ModelDetail {
  readonly kind: 'recorded';
  readonly trace: CaseTrace;
}

/**
 * Content of the reading, and the ticks that fit it if cases begin together and by the clock; null if no time is known.
 */
export interface ReadingSummary extends ReadingReport {
  readonly together: FittingTick | null;
  readonly byClock: FittingTick | null;
  /** Cases of sub-agents, with the case that sent each. */
  readonly sent: readonly (readonly [agent: number, sender: number])[];
  /** Labels by which the cases can be split into two sets. */
  readonly labels: readonly LabelCounts[];
}

/** Questions of the views of recorded cases, with their replies. */
interface RecordedQueries {
  readonly trace: { readonly argument: number; readonly reply: CaseTrace };
  readonly reading: { readonly argument: null; readonly reply: ReadingSummary };
  /** Costs of whole cases, and of what they repeated. */
  readonly costs: { readonly argument: null; readonly reply: CostsReport };
  /** States of all steps, by their tools. */
  readonly mapping: { readonly argument: null; readonly reply: MappingReport };
  /** Effects that the known rules would have had on all cases if they did not count some calls. */
  readonly rules: { readonly argument: readonly ExemptCall[]; readonly reply: readonly RuleRow[] };
  /** One of them in full. */
  readonly rule: { readonly argument: RuleRequest; readonly reply: RuleReport };
  /** Loops, common ways, usual stays, and what deviates from the given chart. */
  readonly ways: { readonly argument: null; readonly reply: WaysReport };
  /** Which states came right after which, in all cases. */
  readonly flow: { readonly argument: null; readonly reply: FlowReport };
  /** Cases that are under way, with what they wait for and what they repeat. */
  readonly live: { readonly argument: null; readonly reply: LiveReport };
  /** The steps of all cases by the clock, however far they have been played. */
  readonly clock: { readonly argument: null; readonly reply: ClockReport };
  /** The calls of a case so far, as a tree. */
  readonly calls: { readonly argument: number; readonly reply: CallTree };
  /** Rules chosen on one half of the tasks, shown on the other. */
  readonly tuned: { readonly argument: null; readonly reply: TunedReport };
  /** Findings for a report. */
  readonly findings: { readonly argument: FindingsChoices; readonly reply: SetFindings };
  /** Texts of steps, and cases' names, that have the words; at most MAX_HITS. */
  readonly search: { readonly argument: string; readonly reply: readonly Hit[] };
}

/** Both ends of `RecordedQueries`. */
export const recordedQueries = createAgentModelQueries<RecordedQueries>();
