import { addRow, Growing, type SavedColumn } from '../../core/growing.ts';
import type { Tick } from '../../core/indices.ts';
import { type SavedTextColumn, TextColumn } from '../../core/textColumn.ts';
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

/** The table as plain data. */
export interface SavedOutcomes {
  readonly columns: readonly SavedColumn[];
  readonly texts: readonly SavedTextColumn[];
  readonly mended: readonly (readonly [row: number, mended: readonly string[]])[];
}

/** Absent values, among the numbers of a column. */
const NONE = -1;

const NOTHING_MENDED: readonly string[] = [];

/** Outcomes of steps in the order of their arrival, 64 bytes each where their texts have come before. */
export class OutcomeTable {
  readonly #agent = new Growing(Uint32Array);
  readonly #tick = new Growing(Int32Array);
  readonly #state = new Growing(Uint16Array);
  readonly #step = new Growing(Uint16Array);
  readonly #attempt = new Growing(Uint32Array);
  readonly #target = new Growing(Int32Array);
  readonly #tokensIn = new Growing(Uint32Array);
  readonly #tokensOut = new Growing(Uint32Array);
  /** The agent's row before this one. */
  readonly #before = new Growing(Int32Array);
  // Indices into the lists of terms; one more than these where a value may be absent.
  readonly #outcome = new Growing(Uint8Array);
  readonly #failure = new Growing(Uint8Array);
  readonly #source = new Growing(Uint8Array);
  readonly #action = new Growing(Uint8Array);
  readonly #match = new Growing(Uint8Array);
  readonly #answer = new TextColumn();
  readonly #note = new TextColumn();
  readonly #key = new TextColumn();
  readonly #result = new TextColumn();
  /** What was mended of an answer, where anything was. */
  readonly #mended = new Map<number, readonly string[]>();
  /** Each agent's last row. */
  readonly #last: Int32Array;

  readonly #texts = [this.#answer, this.#note, this.#key, this.#result];
  readonly #columns = [
    ...[this.#agent, this.#tick, this.#state, this.#step, this.#attempt, this.#target],
    ...[this.#tokensIn, this.#tokensOut, this.#before],
    ...[this.#outcome, this.#failure, this.#source, this.#action, this.#match],
  ];
  readonly #all = [...this.#columns, ...this.#texts.map(({ numbers }) => numbers)];

  constructor(agents: number) {
    this.#last = new Int32Array(agents).fill(NONE);
  }

  get length(): number {
    return this.#agent.length;
  }

  /** Adds a row; its own number is that of the row. */
  add(added: Omit<OutcomeRow, 'row'>): void {
    const row = addRow(this.#all);
    this.#agent.data[row] = added.agent;
    this.#tick.data[row] = added.tick;
    this.#state.data[row] = added.state;
    this.#step.data[row] = added.step;
    this.#attempt.data[row] = added.attempt;
    this.#target.data[row] = added.target ?? NONE;
    this.#tokensIn.data[row] = added.tokensIn;
    this.#tokensOut.data[row] = added.tokensOut;
    this.#before.data[row] = this.#last[added.agent];
    this.#last[added.agent] = row;
    this.#outcome.data[row] = STEP_OUTCOMES.indexOf(added.outcome);
    this.#failure.data[row] = numberTerm(STEP_FAILURES, added.failure);
    this.#source.data[row] = numberTerm(SOURCES, added.source);
    this.#action.data[row] = numberTerm(MARKET_ACTIONS, added.action);
    this.#match.data[row] = numberTerm(MATCHES, added.match);
    this.#answer.set(row, added.answer);
    this.#note.set(row, added.note);
    this.#key.set(row, added.key);
    this.#result.set(row, added.result);
    if (added.mended.length > 0) this.#mended.set(row, added.mended);
  }

  /** A copy of a row. */
  at(row: number): OutcomeRow {
    const target = this.#target.data[row];
    return {
      row,
      agent: this.#agent.data[row],
      tick: this.#tick.data[row],
      state: this.#state.data[row],
      step: this.#step.data[row],
      outcome: STEP_OUTCOMES[this.#outcome.data[row]],
      failure: findTerm(STEP_FAILURES, this.#failure.data[row]),
      attempt: this.#attempt.data[row],
      source: findTerm(SOURCES, this.#source.data[row]),
      answer: this.#answer.at(row),
      mended: this.#mended.get(row) ?? NOTHING_MENDED,
      action: findTerm(MARKET_ACTIONS, this.#action.data[row]),
      note: this.#note.at(row),
      key: this.#key.at(row),
      match: findTerm(MATCHES, this.#match.data[row]),
      target: target === NONE ? null : target,
      result: this.#result.at(row) ?? '',
      tokensIn: this.#tokensIn.data[row],
      tokensOut: this.#tokensOut.data[row],
    };
  }

  tickOf(row: number): Tick {
    return this.#tick.data[row];
  }

  *[Symbol.iterator](): Generator<OutcomeRow> {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }

  filter(test: (row: OutcomeRow) => boolean): readonly OutcomeRow[] {
    const rows: OutcomeRow[] = [];
    for (const row of this) if (test(row)) rows.push(row);
    return rows;
  }

  /** An agent's latest rows, newest first. */
  latestOf(agent: number, most: number): readonly OutcomeRow[] {
    const rows: OutcomeRow[] = [];
    for (let row = this.#last[agent]; row !== NONE && rows.length < most; row = this.#before.data[row])
      rows.push(this.at(row));
    return rows;
  }

  /** An agent's rows of some ticks, both ends included, oldest first. O(its rows since the first of them). */
  ofTicks(agent: number, from: Tick, to: Tick): readonly OutcomeRow[] {
    const rows: OutcomeRow[] = [];
    for (let row = this.#last[agent]; row !== NONE; row = this.#before.data[row]) {
      const tick = this.#tick.data[row];
      if (tick < from) break;
      if (tick <= to) rows.push(this.at(row));
    }
    return rows.reverse();
  }

  save(): SavedOutcomes {
    return {
      columns: this.#columns.map(column => column.save()),
      texts: this.#texts.map(column => column.save()),
      mended: [...this.#mended],
    };
  }

  restore({ columns, texts, mended }: SavedOutcomes): void {
    for (const [i, column] of this.#columns.entries()) column.restore(columns[i]);
    for (const [i, column] of this.#texts.entries()) column.restore(texts[i]);
    for (const [row, list] of mended) this.#mended.set(row, list);
    for (let row = 0; row < this.length; row++) this.#last[this.#agent.data[row]] = row;
  }
}

/** Number of a term of a list, from 1; 0 for none. */
const numberTerm = <Term>(terms: readonly Term[], term: Term | null): number =>
  term === null ? 0 : terms.indexOf(term) + 1;

const findTerm = <Term>(terms: readonly Term[], number: number): Term | null =>
  number === 0 ? null : terms[number - 1];
