import { formatStartTime, formatTickTimestamp } from '../core/formatTimestamp.ts';
import type { Random } from '../core/random.ts';
import { History } from '../log/history.ts';
import { Log } from '../log/log.ts';
import type { LogStore } from '../log/logStore.ts';
import { Past } from '../log/past.ts';
import { Agent } from './agent.ts';
import { type CompiledChart, TIME_PASSED } from './compiled.ts';
import type { FunctionGuard } from './definition.ts';
import { Failures } from './failures.ts';
import { evaluateColumnGuard, Guards } from './guards.ts';
import { Variables } from './hierarchy/chartVariables.ts';
import type { Hierarchy, SavedMachine } from './hierarchy/hierarchy.ts';
import type { Macrosteps } from './hierarchy/macrostep.ts';
import { StateKind } from './hierarchy/stateTree.ts';
import { FIRST_GUARD_BRANCH, OPEN, Table } from './hierarchy/table.ts';
import type { Population } from './population.ts';
import type { Rates } from './timing/rates.ts';
import { ANY_WAITING_LEAF, NO_TIME, Timeouts } from './timing/timeouts.ts';

/** In a cell of a chart with hierarchy: its events are answered the long way. */
const LONG_WAY = -0x8000_0000;

/**
 * A compiled chart at work on a population: fires triggers, counts ticks, writes log and history. Everything
 * is numbers here; `Statechart` and `Agent` are the interface with names. An agent's state is the number of its
 * configuration: in a flat chart, that of the state.
 */
export class Machine {
  readonly table: Table;
  readonly log: Log;
  readonly history: History;
  readonly failures = new Failures();
  /** Meaning of a context number, as an object for function guards, actions and histories. */
  resolveContext: (context: number) => unknown = context => (context === 0 ? null : context);
  /** The clock: a tick is a second from midnight, unless a run says how long it is. */
  timeOf: (agent: number, tick: number) => string = (_, tick) =>
    formatTickTimestamp(formatStartTime(0), 1, tick);

  readonly guards: Guards;
  readonly #isSimple: boolean;
  readonly #mayEnd: boolean;
  /** True if guards are data, so that none reads the event or throws. */
  readonly isPlain: boolean;
  // The table of a simple chart never grows.
  readonly #cells: Int32Array;
  readonly #stride: number;
  readonly #targets: Uint16Array;
  readonly #hasDeeds: Uint8Array;
  readonly #state: Uint16Array;
  readonly #ticks: Uint16Array;
  readonly timeouts: Timeouts;
  /** Each agent's own. */
  readonly variables: Variables;
  readonly #nested: ReturnType<Hierarchy['partsFor']> | null;
  #past: Past | null = null;
  #hasBegun = false;

  constructor(
    readonly chart: CompiledChart,
    readonly population: Population,
    firstTick: number,
    hierarchy?: Hierarchy | null,
    store?: LogStore,
  ) {
    this.guards = new Guards(chart, population, this);
    this.table = new Table(chart, this.guards, hierarchy ?? null);
    this.#isSimple = chart.isSimple;
    this.#mayEnd = chart.tree.kind.includes(StateKind.final);
    this.isPlain = chart.definition.transitions.every(({ guard }) => guard?.kind !== 'function');
    const longWay = () => new Int32Array(chart.triggers.length + 1).fill(LONG_WAY);
    this.#cells = chart.isSimple ? this.table.cells : longWay();
    this.#stride = chart.isSimple ? this.table.stride : 0;
    this.#targets = this.table.targets;
    this.log = new Log(firstTick, chart.isFlat ? chart.target : this.table, store);
    this.history = new History(population.historyDepth);
    this.#hasDeeds = Uint8Array.from(chart.target, (_, t) =>
      chart.interpreter.moves.block(t).length > 0 ? 1 : 0,
    );
    this.#state = population.state;
    this.variables = new Variables(population.size);
    this.#ticks = population.ticksInState;
    this.timeouts = new Timeouts(chart, population, this.log);
    if (!this.#isSimple && !hierarchy) this.#lacks();
    this.#nested = hierarchy?.partsFor(this) ?? null;
  }

  /**
   * Reactions of agents to an event until they rest.
   * @throws Error for a simple chart that was made without hierarchy
   */
  get macrosteps(): Macrosteps {
    return (this.#nested ?? this.#lacks()).macrosteps;
  }

  /** Transitions that happen at a rate. @throws Error as `macrosteps` */
  get rates(): Rates {
    return (this.#nested ?? this.#lacks()).rates;
  }

  /** The past, read from the log. */
  get past(): Past {
    const { log, table, population } = this;
    this.#past ??= new Past({ log, size: population.size, initial: table.initial, steps: table });
    return this.#past;
  }

  /** Begins a tick: opens it in the log and counts one more tick in everybody's state; then what is due arrives. */
  beginTick(): void {
    if (!this.#hasBegun) this.#begin();
    this.log.begin();
    this.failures.beginTick();
    const ticks = this.#ticks;
    for (let agent = 0; agent < ticks.length; agent++) {
      const n = ticks[agent];
      if (n < 0xffff) ticks[agent] = n + 1;
    }
    if (!this.#isSimple) this.macrosteps.deliver(this.log.tick);
  }

  /** Enters everybody's initial configuration; what happens there belongs to the first tick. */
  #begin(): void {
    this.#hasBegun = true;
    if (this.#isSimple) return;
    for (let agent = 0; agent < this.#state.length; agent++) this.macrosteps.begin(agent);
  }

  /**
   * Fires a trigger for one agent.
   * @param context 0 for none, else the model's reference + 1; it goes to the log.
   * @returns the new configuration's number (the old one on a self-transition, which is not recorded), or −1.
   */
  fire(agent: number, trigger: number, context: number): number {
    const state = this.#state[agent];
    let step = this.#cells[state * this.#stride + trigger + 1];
    if (step < 0) {
      if (step === LONG_WAY) return this.answer(agent, trigger + 1, context);
      step = this.#choose(state, trigger + 1, agent, context, step);
      if (step < 0) return -1;
    }
    return this.#takeSimple(agent, state, step, context);
  }

  /** As `fire`, for an event of any name. */
  fireEvent(agent: number, name: string, context: number): number {
    const trigger = this.chart.triggerNumber.get(name);
    if (this.#isSimple) return trigger === undefined ? -1 : this.fire(agent, trigger, context);
    return this.answer(agent, this.table.columnOf(name), context);
  }

  /** True if something would answer an event of this name now; guards are evaluated, nothing is changed. */
  wouldAnswer(agent: number, name: string): boolean {
    if (this.#isSimple && !this.chart.triggerNumber.has(name)) return false;
    return (
      !this.isOver(agent) && this.failures.look(() => this.stepFor(agent, this.table.columnOf(name), 0)) >= 0
    );
  }

  answer(agent: number, column: number, context: number): number {
    if (!this.#hasBegun) this.#begin();
    if (this.isOver(agent)) return -1;
    if (!this.isPlain || !this.macrosteps.isResting) return this.macrosteps.fire(agent, column, context);
    const step = this.stepFor(agent, column, context);
    if (step < 0 && !this.chart.interpreter.asksByEvent) return -1;
    const { table, timeouts } = this;
    if (step < 0) return this.macrosteps.fire(agent, column, context);
    if (table.quiet[step] === 0) return this.macrosteps.take(agent, step, column, context);
    if (timeouts.areThere) timeouts.entered(agent, table.step(step).entered);
    return this.move(agent, step, context);
  }

  /** The step with which an agent answers an event now; −1 for none. */
  stepFor(agent: number, column: number, context: number): number {
    const configuration = this.#state[agent];
    const step = this.table.read(configuration, column);
    return step < 0 ? this.#choose(configuration, column, agent, context, step) : step;
  }

  /** Walks the guards of a cell. @returns the step, −1 for none */
  #choose(configuration: number, column: number, agent: number, context: number, cell: number): number {
    const { table } = this;
    let outcome = cell === OPEN ? table.cell(configuration, column) : cell;
    while (outcome <= FIRST_GUARD_BRANCH) {
      const branch = table.branches[FIRST_GUARD_BRANCH - outcome];
      const { guard } = branch;
      const holds =
        guard === null ? this.#fits(branch.transition, agent, context) : evaluateColumnGuard(guard, agent);
      outcome = holds ? branch.yes : branch.no;
      if (outcome === OPEN) outcome = table.after(branch, holds);
    }
    return outcome;
  }

  #fits(transition: number, agent: number, context: number): boolean {
    const waits = this.timeouts.waitsIn[transition];
    if (
      waits !== NO_TIME &&
      !this.timeouts.isDue(agent, waits === ANY_WAITING_LEAF ? this.leaf(agent, 0) : waits)
    )
      return false;
    return this.guards.holds(transition, agent, context);
  }

  /**
   * Takes a transition out of the agent's state, whatever its guard says.
   * @returns the new configuration's number
   */
  take(agent: number, transition: number, context: number): number {
    if (!this.#isSimple) {
      const { source } = this.chart.definition.transitions[transition];
      const enabled = [{ transition, source: this.chart.stateNumber.get(source) ?? this.leaf(agent, 0) }];
      return this.macrosteps.take(agent, this.table.stepOf(this.#state[agent], enabled), 0, context);
    }
    return this.#takeSimple(agent, this.#state[agent], transition, context);
  }

  #takeSimple(agent: number, state: number, transition: number, context: number): number {
    const next = this.#targets[transition];
    if (next !== state) {
      this.history.push(agent, this.log.append(agent, transition, context));
      this.#state[agent] = next;
      this.#ticks[agent] = 0;
    }
    if (this.#hasDeeds[transition] === 1) this.#act(transition, agent, context);
    return next;
  }

  /** Takes a step of the table. @returns the new configuration */
  move(agent: number, step: number, context: number): number {
    const next = this.table.targets[step];
    if (next !== this.#state[agent]) {
      this.history.push(agent, this.log.append(agent, step, context));
      this.#state[agent] = next;
      this.#ticks[agent] = 0;
    }
    return next;
  }

  /** Fires `timeout` when the agent has been in its state for more ticks than its threshold. */
  fireTimeout(agent: number, context: number): number {
    if (this.chart.timeout < 0) return -1;
    if (!this.#isSimple) return this.answer(agent, this.table.columnOf(TIME_PASSED), context);
    return this.#ticks[agent] > this.threshold(agent) ? this.fire(agent, this.chart.timeout, context) : -1;
  }

  /** Draws which transitions with a rate are taken in this tick. @returns the new configuration, −1 for none */
  drawRates(agent: number, random: Random): number {
    if (!this.#hasBegun) this.#begin();
    return this.isOver(agent) ? -1 : this.rates.draw(agent, random);
  }

  /** Ticks after which `timeout` fires in a state, by default the agent's present one: the state's own, else the agent's. */
  threshold(agent: number, state = this.leaf(agent, 0)): number {
    return this.timeouts.threshold(agent, state);
  }

  /** The agent's active state in a region; ASLEEP while the region sleeps. */
  leaf(agent: number, region: number): number {
    const configuration = this.#state[agent];
    return this.#isSimple ? configuration : this.table.leaves(region)[configuration];
  }

  /** True if a state is active for an agent, at any level. */
  isActive(agent: number, state: number): boolean {
    return this.#isSimple ? this.#state[agent] === state : this.macrosteps.isActive(agent, state);
  }

  /** True if an agent has entered a final state of the chart's own: it answers nothing more. */
  isOver(agent: number): boolean {
    return this.#mayEnd && this.table.isOver(this.#state[agent]);
  }

  agent(index: number): Agent {
    return new Agent(this, index);
  }

  /** Null for a simple chart: there is nothing outside of columns and log. */
  save(): SavedMachine | null {
    if (this.#isSimple) return null;
    const { macrosteps, table } = this;
    return { timers: macrosteps.timers.save(), variables: this.variables.save(), table: table.save() };
  }

  restore(saved: SavedMachine): void {
    this.table.restore(saved.table);
    this.macrosteps.timers.restore(saved.timers);
    this.variables.restore(saved.variables);
    this.#hasBegun = true;
  }

  /** A guard that is a function. One that throws is false, and reported once a tick for each agent, when it is played. */
  test(transition: number, agent: number, context: number): boolean {
    const guard = this.chart.definition.transitions[transition].guard as FunctionGuard;
    try {
      return guard.test(this.agent(agent), this.resolveContext(context)) === true;
    } catch (error) {
      this.failures.addGuard({ agent, transition, tick: this.log.tick }, this.log.isOpen, error);
      this.#nested?.macrosteps.guardThrew(agent, transition);
      return false;
    }
  }

  /** The action of a simple chart's transition. */
  #act(transition: number, agent: number, context: number): void {
    try {
      for (const action of this.chart.interpreter.moves.block(transition))
        if (action.kind === 'function') action.run(this.agent(agent), this.resolveContext(context));
    } catch (error) {
      this.failures.add({ kind: 'action', agent, transition, tick: this.log.tick }, error);
    }
  }

  #lacks(): never {
    throw new Error(`chart "${this.chart.definition.name}" is played without HIERARCHY`);
  }
}
