import { InputError } from '../core/errors.ts';
import type { SavedColumn } from '../core/tables/growing.ts';

/** A per-agent column that guards can read. Two element types only, so that reading one stays fast. */
export type AgentColumn = Float32Array | Int32Array;

const DEFAULT_TIMEOUT = 5;
/** Transitions in an agent's history unless a run says otherwise. */
export const DEFAULT_HISTORY = 50;

/** Numbers of every agent in addition to its columns, by the names under which conditions over agents read them. */
export const NUMBERS_OF_ALL = ['ticks_in_state', 'timeout_threshold'] as const;

/** Every column, as plain data. */
export type SavedPopulation = Readonly<Record<string, SavedColumn>>;

/** All agents of a run, as columns of equal length. */
export class Population {
  readonly state: Uint16Array;
  /** Ticks since the agent entered its state; saturates at 65,535. */
  readonly ticksInState: Uint16Array;
  /** Timeout in ticks, above 0, for states without a threshold of their own. */
  readonly timeoutThreshold: Uint16Array;
  /** Most entries in an agent's history. */
  readonly historyDepth: Uint16Array;
  readonly #columns = new Map<string, AgentColumn>();

  constructor(
    readonly size: number,
    initial: number,
  ) {
    this.state = new Uint16Array(size).fill(initial);
    this.ticksInState = new Uint16Array(size);
    this.timeoutThreshold = new Uint16Array(size).fill(DEFAULT_TIMEOUT);
    this.historyDepth = new Uint16Array(size).fill(DEFAULT_HISTORY);
  }

  /** Adds a column of zeros that guards can name. */
  addInteger(name: string): Int32Array {
    return this.#add(name, new Int32Array(this.size));
  }

  addFloat(name: string): Float32Array {
    return this.#add(name, new Float32Array(this.size));
  }

  column(name: string): AgentColumn | undefined {
    return this.#columns.get(name);
  }

  /** Names of the columns, in the order in which they were added. */
  get names(): readonly string[] {
    return [...this.#columns.keys()];
  }

  /** A column, or one of `NUMBERS_OF_ALL`. */
  numbers(name: string): AgentColumn | Uint16Array | undefined {
    const column = this.#columns.get(name);
    if (column !== undefined) return column;
    const [ticks, threshold] = NUMBERS_OF_ALL;
    return name === ticks ? this.ticksInState : name === threshold ? this.timeoutThreshold : undefined;
  }

  save(): SavedPopulation {
    return Object.fromEntries(this.#all().map(([name, column]) => [name, column.slice()]));
  }

  /** Restores columns into a population of the same size. */
  restore(saved: SavedPopulation): void {
    for (const [name, column] of this.#all()) column.set(saved[name]);
  }

  #all(): readonly [string, Uint16Array | Float32Array | Int32Array][] {
    const { state, ticksInState, timeoutThreshold, historyDepth } = this;
    const core = { state, ticksInState, timeoutThreshold, historyDepth };
    return [
      ...Object.entries(core).map(([name, column]) => [`.${name}`, column] as const),
      ...this.#columns,
    ].map(([name, column]) => [name, column]);
  }

  #add<C extends AgentColumn>(name: string, column: C): C {
    if (this.#columns.has(name)) throw new Error(`column "${name}" exists already`);
    this.#columns.set(name, column);
    return column;
  }

  setTimeoutThreshold(agent: number, ticks: number): void {
    if (!Number.isInteger(ticks) || ticks <= 0 || ticks > 0xffff)
      throw new InputError(`timeout_threshold of agent ${agent} is ${ticks}, needs 1 to 65535 ticks`);
    this.timeoutThreshold[agent] = ticks;
  }

  setTicksInState(agent: number, ticks: number): void {
    if (!Number.isInteger(ticks) || ticks < 0)
      throw new InputError(`ticks_in_state of agent ${agent} is ${ticks}, needs a whole number from 0`);
    this.ticksInState[agent] = Math.min(ticks, 0xffff);
  }
}
