import { startTimeAt, timestamp } from '../clock.ts';
import { History } from '../history.ts';
import { Log, type LogStore } from '../log.ts';
import { Past } from '../past.ts';
import type { Column, Population } from '../population.ts';
import { Agent } from './agent.ts';
import { type CompiledChart, GUARDED, NONE } from './compile.ts';
import type { Action, Comparison, FunctionGuard, Guard } from './definition.ts';

/** A guard or an action that threw: counted, shown, and the run goes on. */
interface ChartFailure {
  readonly kind: 'guard' | 'action';
  readonly agent: number;
  readonly transition: number;
  readonly tick: number;
  readonly message: string;
}

/** All failures so far, as plain data; only the first are kept with their message. */
export interface SavedFailures {
  readonly count: number;
  readonly kept: readonly ChartFailure[];
}

const OPS: readonly Comparison[] = ['<', '<=', '>', '>=', '==', '!='];

/** A guard with its columns at hand; `left` is null for a function. */
interface BoundGuard {
  /** Index into OPS. */
  readonly op: number;
  readonly left: Column | null;
  readonly right: Column | null;
  readonly constant: number;
}

/** Most failures that are kept with their message; all are counted. */
const KEPT_FAILURES = 100;

/**
 * A compiled chart at work on a population: fires triggers, counts ticks, writes log and history. Everything
 * is numbers here; `Statechart` and `Agent` are the interface with names.
 */
export class Machine {
  readonly log: Log;
  readonly history: History;
  readonly failures: ChartFailure[] = [];
  failureCount = 0;
  /** What a context number stands for, as an object for function guards, actions and histories. */
  resolveContext: (context: number) => unknown = context => (context === 0 ? null : context);
  /** The clock: a tick is a second from midnight, unless a run says how long it is. */
  timeOf: (agent: number, tick: number) => string = (_, tick) => timestamp(startTimeAt(0), 1, tick);

  readonly #table: Uint16Array;
  readonly #triggers: number;
  readonly #target: Uint16Array;
  readonly #state: Uint16Array;
  readonly #ticks: Uint16Array;
  readonly #guards: readonly (BoundGuard | null)[];
  readonly #actions: (Action | null)[];
  readonly #ownThreshold: Int32Array;
  readonly #thresholdColumn: (Column | null)[];
  #past: Past | null = null;

  constructor(
    readonly chart: CompiledChart,
    readonly population: Population,
    firstTick: number,
    store?: LogStore,
  ) {
    this.log = new Log(firstTick, chart.target, store);
    this.history = new History(population.historyDepth);
    this.#table = chart.table;
    this.#triggers = chart.triggers.length;
    this.#target = chart.target;
    this.#state = population.state;
    this.#ticks = population.ticksInState;
    const { transitions, thresholds = {} } = chart.definition;
    this.#guards = transitions.map(t => (t.guard === undefined ? null : this.#bind(t.guard)));
    this.#actions = transitions.map(t => t.action ?? null);
    this.#ownThreshold = Int32Array.from(chart.states, s =>
      typeof thresholds[s] === 'number' ? (thresholds[s] as number) : -1,
    );
    this.#thresholdColumn = chart.states.map(s => {
      const own = thresholds[s];
      return typeof own === 'object' ? this.#column(own.column) : null;
    });
  }

  /** The past, read from the log. */
  get past(): Past {
    const { log, chart, population } = this;
    this.#past ??= new Past({ log, size: population.size, initial: chart.initial, targets: chart.target });
    return this.#past;
  }

  /** Begins a tick: opens it in the log and counts one more tick in everybody's state. */
  beginTick(): void {
    this.log.begin();
    const ticks = this.#ticks;
    for (let agent = 0; agent < ticks.length; agent++) {
      const n = ticks[agent];
      if (n < 0xffff) ticks[agent] = n + 1;
    }
  }

  /**
   * Fires a trigger for one agent.
   * @param context 0 for none, else the model's reference + 1; it goes to the log.
   * @returns the new state's number (the old one on a self-transition, which is not recorded), or −1.
   */
  fire(agent: number, trigger: number, context: number): number {
    const state = this.#state[agent];
    const cell = state * this.#triggers + trigger;
    let transition = this.#table[cell];
    if (transition >= GUARDED) {
      if (transition === NONE) return -1;
      transition = this.#choose(cell, agent, context);
      if (transition < 0) return -1;
    }
    return this.take(agent, transition, context);
  }

  /**
   * Takes a transition out of the agent's state, whatever its guard says.
   * @returns the new state's number
   */
  take(agent: number, transition: number, context: number): number {
    const state = this.#state[agent];
    const next = this.#target[transition];
    if (next !== state) {
      this.history.push(agent, this.log.append(agent, transition, context));
      this.#state[agent] = next;
      this.#ticks[agent] = 0;
    }
    if (this.#actions[transition] !== null) this.#act(transition, agent, context);
    return next;
  }

  /** Fires `timeout` when the agent has been in its state for more ticks than its threshold. */
  fireTimeout(agent: number, context: number): number {
    if (this.chart.timeout < 0 || this.#ticks[agent] <= this.threshold(agent)) return -1;
    return this.fire(agent, this.chart.timeout, context);
  }

  /** Ticks after which `timeout` fires in the agent's present state: the state's own, else the agent's. */
  threshold(agent: number): number {
    const state = this.#state[agent];
    const own = this.#ownThreshold[state];
    if (own >= 0) return own;
    const column = this.#thresholdColumn[state];
    return column === null ? this.population.timeoutThreshold[agent] : column[agent];
  }

  /** The first candidate of a cell whose guard holds, or −1. */
  #choose(cell: number, agent: number, context: number): number {
    const { candidates, first } = this.chart;
    const end = first[cell + 1];
    for (let i = first[cell]; i < end; i++) {
      const transition = candidates[i];
      const guard = this.#guards[transition];
      if (guard === null || this.#holds(guard, transition, agent, context)) return transition;
    }
    return -1;
  }

  /** Whether a transition's guard holds for this agent now. */
  guardHolds(transition: number, agent: number, context: number): boolean {
    const guard = this.#guards[transition];
    return guard === null || this.#holds(guard, transition, agent, context);
  }

  /** The two numbers that a data guard compares for this agent; null for other guards. */
  guardValues(transition: number, agent: number): readonly [left: number, right: number] | null {
    const guard = this.#guards[transition];
    if (guard === null || guard.left === null) return null;
    return [guard.left[agent], guard.right === null ? guard.constant : guard.right[agent]];
  }

  #holds(
    { op, left, right, constant }: BoundGuard,
    transition: number,
    agent: number,
    context: number,
  ): boolean {
    if (left === null) return this.#test(transition, agent, context);
    const a = left[agent];
    const b = right === null ? constant : right[agent];
    switch (op) {
      case 0:
        return a < b;
      case 1:
        return a <= b;
      case 2:
        return a > b;
      case 3:
        return a >= b;
      case 4:
        return a === b;
      default:
        return a !== b;
    }
  }

  #test(transition: number, agent: number, context: number): boolean {
    const guard = this.chart.definition.transitions[transition].guard as FunctionGuard;
    try {
      return guard.test(new Agent(this, agent), this.resolveContext(context)) === true;
    } catch (error) {
      this.#report('guard', transition, agent, error);
      return false;
    }
  }

  #act(transition: number, agent: number, context: number): void {
    try {
      this.#actions[transition]!(new Agent(this, agent), this.resolveContext(context));
    } catch (error) {
      this.#report('action', transition, agent, error);
    }
  }

  #report(kind: ChartFailure['kind'], transition: number, agent: number, error: unknown): void {
    this.failureCount++;
    if (this.failures.length >= KEPT_FAILURES) return;
    const message = error instanceof Error ? error.message : String(error);
    this.failures.push({ kind, agent, transition, tick: this.log.tick, message });
  }

  saveFailures(): SavedFailures {
    return { count: this.failureCount, kept: [...this.failures] };
  }

  restoreFailures({ count, kept }: SavedFailures): void {
    this.failureCount = count;
    this.failures.splice(0, this.failures.length, ...kept);
  }

  #bind(guard: Guard): BoundGuard {
    if (guard.kind === 'function') return { op: -1, left: null, right: null, constant: 0 };
    const { column, op, value } = guard;
    const constant = typeof value === 'number' ? value : 0;
    const right = typeof value === 'number' ? null : this.#column(value.column);
    return { op: OPS.indexOf(op), left: this.#column(column), right, constant };
  }

  #column(name: string): Column {
    const column = this.population.column(name);
    if (column === undefined)
      throw new Error(
        `chart "${this.chart.definition.name}" names column "${name}", which the population lacks`,
      );
    return column;
  }
}
