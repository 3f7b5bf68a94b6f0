import type { Tick } from '../../../core/indices.ts';
import type { Source } from '../../../oracle/oracle.ts';
import type { ActionName, Failure, Match, StepOutcome } from '../workflowTerms.ts';

/** Outcome of one step of an agent's turn: a row of the run's table. */
export interface OutcomeRow {
  readonly row: number;
  readonly agent: number;
  readonly tick: Tick;
  readonly state: number;
  /** Number of the step among the workflow's. */
  readonly step: number;
  readonly outcome: StepOutcome;
  readonly failure: Failure | null;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Source of the answer; null if nothing was asked. */
  readonly source: Source | null;
  readonly answer: string | null;
  readonly mended: readonly string[];
  readonly action: ActionName | null;
  readonly note: string | null;
  readonly key: string | null;
  readonly match: Match | null;
  /** Number of the requested state; null if the step named none. */
  readonly target: number | null;
  readonly result: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
}
