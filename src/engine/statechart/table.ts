import { InputError } from '../errors.ts';
import type { CompiledChart } from './compile.ts';
import { MOST_NUMBERS } from './mistakes.ts';
import { Numbering, wider } from './numbering.ts';

/** No transition answers in this cell. */
export const NONE = 0xffff;
/** The cell has guards: walk its branches. */
export const GUARDED = 0xfffe;
/** The cell has not been asked for yet; all below it are steps. */
export const OPEN = 0xfffd;
/** The column of transitions that need no event. */
export const EVENTLESS = 0;

/** A guard that decides a cell, and what follows from either outcome: a step, NONE, or another guard. */
export class Branch {
  yes: Branch | null = null;
  no: Branch | null = null;
  yesStep = OPEN;
  noStep = OPEN;

  constructor(
    readonly transition: number,
    readonly configuration: number,
    readonly column: number,
    /** The guard before, and whether it held. */
    readonly before: { readonly branch: Branch; readonly held: boolean } | null,
  ) {}
}

/** Whether a transition's guard, or whatever else it waits for, must be asked. */
type HasGuard = (transition: number) => boolean;

/** The table that remembers: (configuration, event, outcomes of guards) → step. */
export class Table extends Numbering {
  readonly #chart: CompiledChart;
  readonly #hasGuard: HasGuard;
  readonly #roots = new Map<number, Branch>();
  readonly #columnOf = new Map<string, number>();
  readonly #events: string[] = [''];
  /** Configurations × columns: a step, GUARDED, NONE or OPEN; void after the next new configuration or event. */
  cells: Uint16Array;
  /** Columns that a row of cells has room for. */
  stride: number;
  /** Times that the interpreter had to be asked. */
  misses = 0;

  constructor(chart: CompiledChart, hasGuard: HasGuard) {
    super(chart);
    this.#chart = chart;
    this.#hasGuard = hasGuard;
    for (const trigger of chart.triggers) this.#columnOf.set(trigger, this.#events.push(trigger) - 1);
    // A flat chart needs no more, ever.
    this.stride = this.#events.length + (chart.isFlat ? 0 : 8);
    this.cells = new Uint16Array((chart.isFlat ? chart.states.length : 16) * this.stride).fill(OPEN);
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
    if (column >= MOST_NUMBERS) throw new InputError(`more than ${MOST_NUMBERS} different events`);
    this.#events.push(event);
    this.#columnOf.set(event, column);
    if (column >= this.stride) this.#widen();
    return column;
  }

  /** The cell as it is known; OPEN where nobody has asked. */
  read(configuration: number, column: number): number {
    return this.cells[configuration * this.stride + column] ?? OPEN;
  }

  /** A cell, worked out when it is asked for the first time: a step, GUARDED or NONE. */
  cell(configuration: number, column: number): number {
    const known = this.read(configuration, column);
    if (known !== OPEN) return known;
    const outcome = this.#decide(configuration, column, null);
    const value = typeof outcome === 'number' ? outcome : GUARDED;
    if (typeof outcome !== 'number') this.#roots.set(configuration * 0x1_0000 + column, outcome);
    const least = (configuration + 1) * this.stride;
    if (least > this.cells.length) this.cells = wider(this.cells, least * 2, OPEN);
    this.cells[configuration * this.stride + column] = value;
    return value;
  }

  /** The first guard of a GUARDED cell. */
  root(configuration: number, column: number): Branch {
    return this.#roots.get(configuration * 0x1_0000 + column)!;
  }

  /** What follows from a guard's outcome, where it is a step or NONE. */
  after(branch: Branch, held: boolean): number | Branch {
    const next = held ? branch.yes : branch.no;
    if (next !== null) return next;
    const step = held ? branch.yesStep : branch.noStep;
    if (step !== OPEN) return step;
    const outcome = this.#decide(branch.configuration, branch.column, { branch, held });
    if (typeof outcome === 'number') {
      if (held) branch.yesStep = outcome;
      else branch.noStep = outcome;
    } else if (held) branch.yes = outcome;
    else branch.no = outcome;
    return outcome;
  }

  /** Asks the interpreter, with the outcomes that are known. */
  #decide(configuration: number, column: number, before: Branch['before']): number | Branch {
    this.misses++;
    const known = new Map<number, boolean>();
    for (let at = before; at !== null; at = at.branch.before) known.set(at.branch.transition, at.held);
    const event = this.#events[column];
    const answers = (t: number) =>
      column === EVENTLESS
        ? this.#chart.definition.transitions[t].on?.length === 0
        : this.#chart.answers(t, event);
    const fits = (t: number) => answers(t) && (this.#hasGuard(t) ? known.get(t) : true);
    const enabled = this.#chart.interpreter.select(this.configuration(configuration), fits);
    if (typeof enabled === 'number') return new Branch(enabled, configuration, column, before);
    return enabled.length === 0 ? NONE : this.stepOf(configuration, enabled);
  }

  #widen(): void {
    const stride = this.stride * 2;
    const rows = Math.floor(this.cells.length / this.stride);
    const cells = new Uint16Array(rows * stride).fill(OPEN);
    for (let row = 0; row < rows; row++)
      cells.set(this.cells.subarray(row * this.stride, (row + 1) * this.stride), row * stride);
    this.cells = cells;
    this.stride = stride;
  }
}
