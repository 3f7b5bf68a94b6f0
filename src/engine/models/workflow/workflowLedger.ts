import type { Tick } from '../../core/indices.ts';
import type { AgentTable, SavedTable } from '../../core/tables/agentTable.ts';
import type { Evidence } from '../../oracle/oracle.ts';
import { createOutcomeTable, type OutcomeRow } from './outcomeTable.ts';
import type { WarningLine } from './reports/workflowDetail.ts';
import { Warnings } from './turn/isConditionMet.ts';
import { type SavedVariables, Variables } from './turn/turnVariables.ts';

/** End of an agent's workflow. */
interface Stopped {
  readonly tick: Tick;
  readonly step: number;
  readonly reason: string;
}

/** Turns in a row without an open edge to an agent's target. */
interface Barred {
  readonly state: number;
  /** The state that it asks for; null for any. */
  readonly to: number | null;
  readonly since: Tick;
}

/** An agent's progress through its workflow, apart from the world. */
export class Course {
  readonly variables = new Variables();
  /** Ticks in which it took a wildcard edge. */
  readonly pivots: Tick[] = [];
  /** Failures of a step in a row, by its number; present only while it is to be retried. */
  readonly failed = new Map<number, number>();
  /** The last tick in which a step failed; 0 for none. */
  lastFailed: Tick = 0;
  asked = 0;
  /** Tokens of prompts and answers. */
  tokens = 0;
  stopped: Stopped | null = null;
  /** Null if it moved in its last turn, or stayed by its own choice. */
  barred: Barred | null = null;
  #barredBefore: Barred | null = null;

  beginTurn(): void {
    this.#barredBefore = this.barred;
    this.barred = null;
  }

  bar(state: number, to: number | null, tick: Tick): void {
    const before = this.#barredBefore;
    this.barred = { state, to, since: before?.state === state ? before.since : tick };
  }
}

interface SavedCourse {
  readonly variables: SavedVariables;
  readonly since: Tick;
  readonly pivots: readonly Tick[];
  readonly failed: readonly (readonly [step: number, times: number])[];
  readonly stopped: Stopped | null;
  readonly barred: Barred | null;
}

/** The ledger as plain data. */
export interface SavedWorkflowLedger {
  readonly rows: SavedTable;
  readonly evidence: readonly (readonly [row: number, evidence: Evidence])[];
  readonly courses: readonly SavedCourse[];
  readonly warnings: readonly WarningLine[];
  readonly turns: number;
}

/** All agents' turns: the table of outcomes in order of arrival, and sums over it. */
export class WorkflowLedger {
  readonly rows: AgentTable<OutcomeRow>;
  /** Evidence of a model's answer, by row. */
  readonly evidence = new Map<number, Evidence>();
  readonly warnings = new Warnings();
  readonly totals = {
    turns: 0,
    asked: 0,
    retries: 0,
    skipped: 0,
    gaveUp: 0,
    stopped: 0,
    pivots: 0,
    failures: 0,
    /** Turns in which a step failed. */
    failedTurns: 0,
  };

  /** By step: the times that it was asked or failed, and those that it failed; absent for a step without any. */
  readonly stepTotals = new Map<number, { times: number; failed: number }>();

  constructor(readonly courses: readonly Course[]) {
    this.rows = createOutcomeTable(courses.length);
  }

  add(row: OutcomeRow, evidence: Evidence | undefined): void {
    this.rows.add(row);
    if (evidence !== undefined) this.evidence.set(row.row, evidence);
    this.#count(row);
  }

  #count(row: OutcomeRow): void {
    const course = this.courses[row.agent];
    const { totals } = this;
    const step = this.stepTotals.get(row.step) ?? { times: 0, failed: 0 };
    this.stepTotals.set(row.step, step);
    step.times++;
    if (row.failure !== null) step.failed++;
    if (row.source !== null) {
      course.asked++;
      totals.asked++;
    }
    course.tokens += row.tokensIn + row.tokensOut;
    if (row.failure !== null) {
      totals.failures++;
      if (course.lastFailed !== row.tick) totals.failedTurns++;
      course.lastFailed = row.tick;
    }
    if (row.outcome === 'retry') totals.retries++;
    else if (row.outcome === 'skipped') totals.skipped++;
    else if (row.outcome === 'gave_up') totals.gaveUp++;
  }

  pivot(agent: number, tick: Tick): void {
    this.courses[agent].pivots.push(tick);
    this.totals.pivots++;
  }

  stop(agent: number, stopped: Stopped): void {
    this.courses[agent].stopped = stopped;
    this.totals.stopped++;
  }

  toSaved(): SavedWorkflowLedger {
    return {
      rows: this.rows.save(),
      evidence: [...this.evidence],
      courses: this.courses.map(({ variables, pivots, failed, stopped, barred }) => ({
        variables: variables.toSaved(),
        since: variables.since,
        pivots: [...pivots],
        failed: [...failed],
        stopped,
        barred,
      })),
      warnings: this.warnings.all,
      turns: this.totals.turns,
    };
  }

  restore({ rows, evidence, courses, warnings, turns }: SavedWorkflowLedger): void {
    this.rows.restore(rows);
    for (const row of this.rows) this.#count(row);
    for (const [row, reported] of evidence) this.evidence.set(row, reported);
    for (const [agent, { variables, since, pivots, failed, stopped, barred }] of courses.entries()) {
      const course = this.courses[agent];
      course.variables.restore(variables, since);
      for (const tick of pivots) this.pivot(agent, tick);
      for (const [step, times] of failed) course.failed.set(step, times);
      if (stopped !== null) this.stop(agent, stopped);
      course.barred = barred;
    }
    this.warnings.restore(warnings);
    this.totals.turns = turns;
  }
}
