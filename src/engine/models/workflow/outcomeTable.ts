import { AgentTable, type RowPlace } from '../../core/tables/agentTable.ts';
import {
  createFilledTextColumn,
  createNumberColumn,
  createOptionalNumberColumn,
  createOptionalTermColumn,
  createRareListColumn,
  createTermColumn,
  TextColumn,
} from '../../core/tables/columns.ts';
import { SOURCES, type Source } from '../../oracle/oracle.ts';
import {
  type ActionName,
  type Failure,
  MARKET_ACTIONS,
  MATCHES,
  type Match,
  STEP_FAILURES,
  STEP_OUTCOMES,
  type StepOutcome,
} from './workflowTerms.ts';

/** Outcome of one step of an agent's turn: a row of the run's table. */
export interface OutcomeRow extends RowPlace {
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

/** A table of outcomes, some 60 bytes a row where its texts have come before. */
export const createOutcomeTable = (agents: number): AgentTable<OutcomeRow> =>
  new AgentTable(agents, {
    state: createNumberColumn(Uint16Array),
    step: createNumberColumn(Uint16Array),
    outcome: createTermColumn(STEP_OUTCOMES),
    failure: createOptionalTermColumn(STEP_FAILURES),
    attempt: createNumberColumn(Uint32Array),
    source: createOptionalTermColumn(SOURCES),
    answer: new TextColumn(),
    mended: createRareListColumn(),
    action: createOptionalTermColumn(MARKET_ACTIONS),
    note: new TextColumn(),
    key: new TextColumn(),
    match: createOptionalTermColumn(MATCHES),
    target: createOptionalNumberColumn(),
    result: createFilledTextColumn(),
    tokensIn: createNumberColumn(Uint32Array),
    tokensOut: createNumberColumn(Uint32Array),
  });
