import type { Tick } from '../indices.ts';
import { type Columns, Records, type SavedValues } from './columns.ts';
import { addRow, Growing, type Numbers, type SavedColumn } from './growing.ts';

/** Place of a row: its number in the table, the agent that it is about, and its tick. */
export interface RowPlace {
  readonly row: number;
  readonly agent: number;
  readonly tick: Tick;
}

/** A table as plain data. */
export interface SavedTable {
  readonly agents: SavedColumn;
  readonly ticks: SavedColumn;
  readonly fields: readonly SavedValues[];
}

const NONE = -1;

/** Rows about agents in order of time; held in columns, read as records of their own. */
export class AgentTable<Row extends RowPlace> {
  readonly #agents = new Growing(Uint32Array);
  readonly #ticks = new Growing(Int32Array);
  /** The agent's row before each. */
  readonly #before = new Growing(Int32Array);
  readonly #last: Int32Array;
  readonly #fields: Records<Omit<Row, keyof RowPlace>>;
  readonly #arrays: readonly Growing<Numbers>[];

  constructor(agents: number, columns: Columns<Omit<Row, keyof RowPlace>>) {
    this.#last = new Int32Array(agents).fill(NONE);
    this.#fields = new Records(columns);
    this.#arrays = [this.#agents, this.#ticks, this.#before, ...this.#fields.arrays];
  }

  get length(): number {
    return this.#agents.length;
  }

  /** Adds a row at the end, whatever its number says. */
  add(added: Row): void {
    const row = addRow(this.#arrays);
    this.#agents.data[row] = added.agent;
    this.#ticks.data[row] = added.tick;
    this.#link(row);
    this.#fields.write(row, added);
  }

  #link(row: number): void {
    const agent = this.#agents.data[row];
    this.#before.data[row] = this.#last[agent];
    this.#last[agent] = row;
  }

  /** @param number of a row; a negative one counts from the end. @throws RangeError if there is none */
  at(number: number): Row {
    const row = number < 0 ? this.length + number : number;
    if (!(row >= 0 && row < this.length)) throw new RangeError(`row ${number} is none of ${this.length}`);
    const place = { row, agent: this.#agents.data[row], tick: this.#ticks.data[row] };
    return this.#fields.readInto(place, row) as Row;
  }

  tickOf(row: number): Tick {
    return this.#ticks.data[row];
  }

  *[Symbol.iterator](): Generator<Row> {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }

  filter(test: (row: Row) => boolean): readonly Row[] {
    const rows: Row[] = [];
    for (const row of this) if (test(row)) rows.push(row);
    return rows;
  }

  /** An agent's latest rows, newest first. */
  latestOf(agent: number, most: number): readonly Row[] {
    const rows: Row[] = [];
    for (let row = this.#last[agent]; row !== NONE && rows.length < most; row = this.#before.data[row])
      rows.push(this.at(row));
    return rows;
  }

  /** An agent's rows, oldest first. */
  of(agent: number): readonly Row[] {
    return this.ofTicks(agent, 0, Number.POSITIVE_INFINITY);
  }

  /** An agent's rows of some ticks, both ends included, oldest first. O(its rows since the first of them). */
  ofTicks(agent: number, from: Tick, to: Tick): readonly Row[] {
    const rows: Row[] = [];
    for (let row = this.#last[agent]; row !== NONE; row = this.#before.data[row]) {
      const tick = this.#ticks.data[row];
      if (tick < from) break;
      if (tick <= to) rows.push(this.at(row));
    }
    return rows.reverse();
  }

  save(): SavedTable {
    return { agents: this.#agents.save(), ticks: this.#ticks.save(), fields: this.#fields.save() };
  }

  restore({ agents, ticks, fields }: SavedTable): void {
    this.#agents.restore(agents);
    this.#ticks.restore(ticks);
    this.#fields.restore(fields);
    this.#before.reserve(this.length);
    this.#before.length = this.length;
    for (let row = 0; row < this.length; row++) this.#link(row);
  }
}
