import { InputError } from '../../core/errors.ts';
import type { CompiledChart } from '../compiled.ts';
import { MAX_STATE_NUMBERS } from '../definition.ts';
import type { ColumnGuard } from '../guards.ts';
import { Numbering } from './numbering.ts';
import type { Occupancy } from './occupancy.ts';
import type { Projection } from './projection.ts';

/** Outcome: no transition answers. Steps are 0 and above. */
export const NO_TRANSITION = -1;
/** Outcome: nobody has asked yet. */
export const OPEN = -2;
/** Outcome: a guard decides; FIRST − outcome is its branch. */
export const FIRST_GUARD_BRANCH = -3;
/** The column of transitions that need no event. */
export const EVENTLESS = 0;

/** A guard that decides, and the outcome either way. */
class Branch {
  yes = OPEN;
  no = OPEN;

  constructor(
    readonly transition: number,
    /** The guard that decides alone; null unless it is on a column and the transition does not wait for time. */
    readonly guard: ColumnGuard | null,
    readonly configuration: number,
    readonly column: number,
    /** The guard before, and whether it held. */
    readonly before: { readonly branch: Branch; readonly held: boolean } | null,
  ) {}
}

/** Condition of a transition in addition to its event: its guard, or time. */
interface Waits {
  onColumn(transition: number): ColumnGuard | null;
  forTime(transition: number): boolean;
}

/** Views of a chart with hierarchy. */
interface Views {
  readonly Projection: typeof Projection;
  readonly Occupancy: typeof Occupancy;
}

/** The table that remembers: (configuration, event, outcomes of guards) → step. */
export class Table extends Numbering {
  readonly #chart: CompiledChart;
  readonly #waits: Waits;
  readonly #views: Views | null;
  readonly branches: Branch[] = [];
  #projection: Projection | null = null;
  #occupancy: Occupancy | null = null;
  readonly #columnOf = new Map<string, number>();
  readonly #events: string[] = [''];
  /** Configurations × columns: outcomes; void after the next new configuration or event. */
  cells: Int32Array;
  /** Columns that a row of cells has room for. */
  stride: number;
  /** Times that the interpreter had to be asked. */
  misses = 0;

  constructor(chart: CompiledChart, waits: Waits, views: Views | null) {
    super(chart);
    this.#chart = chart;
    this.#views = chart.isFlat ? null : views;
    this.#waits = waits;
    for (const trigger of chart.triggers) this.#columnOf.set(trigger, this.#events.push(trigger) - 1);
    // A simple chart needs no more, ever.
    this.stride = this.#events.length + (chart.isSimple ? 0 : 8);
    this.cells = new Int32Array((chart.isFlat ? chart.states.length : 16) * this.stride).fill(OPEN);
  }

  /** The displayed part of a chart with hierarchy; null for a flat one, which is shown as it is. */
  get projection(): Projection | null {
    if (this.#views !== null) this.#projection ??= new this.#views.Projection(this.#chart, this);
    return this.#projection;
  }

  /** Places of the agents in all regions of a chart with hierarchy; null for a flat one. */
  get occupancy(): Occupancy | null {
    if (this.#views !== null) this.#occupancy ??= new this.#views.Occupancy(this.#chart, this);
    return this.#occupancy;
  }

  /** Has views show another region. @throws RangeError for one that the chart lacks */
  showRegion(region: number): void {
    const { regions } = this.#chart;
    if (this.#views === null || regions.heads[region] === undefined)
      throw new RangeError(`region ${region} is not one of ${regions.heads.length}`);
    this.#projection = new this.#views.Projection(this.#chart, this, region);
  }

  /** The event of a column. */
  eventOf(column: number): string {
    return this.#events[column];
  }

  /** Number of the column in which an event is answered. */
  columnOf(event: string): number {
    const known = this.#columnOf.get(event);
    if (known !== undefined) return known;
    const column = this.#events.length;
    if (column >= MAX_STATE_NUMBERS) throw new InputError(`more than ${MAX_STATE_NUMBERS} different events`);
    this.#events.push(event);
    this.#columnOf.set(event, column);
    if (column >= this.stride) this.#widen();
    return column;
  }

  /** The known cell; OPEN if nobody has asked. */
  read(configuration: number, column: number): number {
    return this.cells[configuration * this.stride + column] ?? OPEN;
  }

  /** The outcome of a cell, worked out when it is asked for the first time. */
  cell(configuration: number, column: number): number {
    const known = this.read(configuration, column);
    if (known !== OPEN) return known;
    const outcome = this.#decide(configuration, column, null);
    const least = (configuration + 1) * this.stride;
    if (least > this.cells.length) {
      const cells = new Int32Array(least * 2).fill(OPEN);
      cells.set(this.cells);
      this.cells = cells;
    }
    this.cells[configuration * this.stride + column] = outcome;
    return outcome;
  }

  /** The outcome after a guard, worked out when it is asked for the first time. */
  after(branch: Branch, held: boolean): number {
    const known = held ? branch.yes : branch.no;
    if (known !== OPEN) return known;
    const outcome = this.#decide(branch.configuration, branch.column, { branch, held });
    if (held) branch.yes = outcome;
    else branch.no = outcome;
    return outcome;
  }

  /** Asks the interpreter, with the outcomes that are known. */
  #decide(configuration: number, column: number, before: Branch['before']): number {
    this.misses++;
    const known = new Map<number, boolean>();
    for (let at = before; at !== null; at = at.branch.before) known.set(at.branch.transition, at.held);
    const event = this.#events[column];
    const answers = (t: number) =>
      column === EVENTLESS ? this.#chart.interpreter.moves.isEventless(t) : this.#chart.answers(t, event);
    const waits = (t: number) =>
      this.#chart.definition.transitions[t].guard !== undefined || this.#waits.forTime(t);
    const fits = (t: number) => answers(t) && (waits(t) ? known.get(t) : true);
    const { interpreter } = this.#chart;
    const enabled = interpreter.select(this.configuration(configuration), fits, column === EVENTLESS);
    if (typeof enabled === 'number') {
      const guard = this.#waits.forTime(enabled) ? null : this.#waits.onColumn(enabled);
      return (
        FIRST_GUARD_BRANCH + 1 - this.branches.push(new Branch(enabled, guard, configuration, column, before))
      );
    }
    return enabled.length === 0 ? NO_TRANSITION : this.stepOf(configuration, enabled);
  }

  #widen(): void {
    const stride = this.stride * 2;
    const rows = Math.floor(this.cells.length / this.stride);
    const cells = new Int32Array(rows * stride).fill(OPEN);
    for (let row = 0; row < rows; row++)
      cells.set(this.cells.subarray(row * this.stride, (row + 1) * this.stride), row * stride);
    this.cells = cells;
    this.stride = stride;
  }
}
