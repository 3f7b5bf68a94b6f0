import { type CompiledChart, TIME_PASSED } from '../compiled.ts';
import {
  type ActionDefinition,
  ActionFailure,
  type Block,
  type ChartAgent,
  type ChartEvent,
  type Sending,
} from '../definition.ts';
import type { Failures } from '../failures.ts';
import { getChartColumn } from '../getChartColumn.ts';
import type { Population } from '../population.ts';
import { Timers } from '../timing/timers.ts';
import type { Deed } from './interpreter.ts';
import { ROOT } from './stateTree.ts';
import { EVENTLESS, NO_TRANSITION, type Table } from './table.ts';
import { ChartOverload, describeActiveStates, WorkMeter } from './workMeter.ts';

/** A chart whose transitions have no list of actions hears no events of its own. */
const NOT_ACTING = 'only the list `actions`, entry and exit raise and send events';
/** Most microsteps in a row that an agent takes on one event, and most events that it sends itself at once. */
const MAX_MICROSTEPS = 1000;
/** Most delayed events that an agent gets in one tick: those without a delay may bring each other. */
const MAX_DELIVERED_EVENTS = 10_000;
/** Most events of an agent that are on their way. */
const MAX_WAITING_EVENTS = 10_000;
const EXECUTION = 'error.execution';
const SENT: ChartEvent['kind'] = 'external';

/** Address of an agent's own events, in SCXML's form. */
export const getAgentAddress = (agent: number): string => `#_scxml_${getAgentSessionId(agent)}`;
/** The id of an agent's session: `session_1`. */
export const getAgentSessionId = (agent: number): string => `session_${agent + 1}`;

/** The machine that agents act on. */
interface MacrostepHost {
  readonly chart: CompiledChart;
  readonly table: Table;
  readonly population: Population;
  readonly log: { readonly tick: number };
  resolveContext: (context: number) => unknown;
  agent(index: number): ChartAgent;
  /** The step with which an agent answers an event now; −1 for none. */
  stepFor(agent: number, column: number, context: number): number;
  /** Takes a step of the table, and notes it. */
  move(agent: number, step: number, context: number): number;
  readonly timeouts: { entered(agent: number, states: readonly number[]): void };
  isOver(agent: number): boolean;
  readonly failures: Failures;
}

/**
 * Reactions of an agent to one event until it rests: eventless transitions first, then events that the chart has
 * raised, then those it has sent itself. One agent at a time, so its queues are shared by all.
 */
export class Macrosteps {
  readonly timers: Timers;
  readonly #machine: MacrostepHost;
  readonly #meter: WorkMeter;
  readonly #raised: ChartEvent[] = [];
  readonly #sent: ChartEvent[] = [];
  /** The event that is answered; null for one from outside, which is made when it is asked for. */
  #event: ChartEvent | null = null;
  #outside: { column: number; context: number } = { column: EVENTLESS, context: 0 };
  /** States that are active while actions run; null between them. */
  #during: ReadonlySet<number> | null = null;
  /** Guards that have thrown since the agent was at rest: each is reported once, or it would never rest. */
  readonly #thrown = new Set<number>();
  #agent = -1;
  #isDelivering = false;
  /** The first transition of the step that is under way. */
  #transition = 0;

  constructor(machine: MacrostepHost) {
    this.#machine = machine;
    this.#meter = new WorkMeter(machine);
    this.timers = new Timers(machine.chart.interpreter.hasOneTimerEach);
  }

  /** True if no agent is acting. */
  get isResting(): boolean {
    return this.#agent < 0;
  }

  /** True if a state is active for an agent; within an action, as it is at that moment. */
  isActive(agent: number, state: number): boolean {
    if (this.#during !== null && agent === this.#agent) return this.#during.has(state);
    return this.#machine.table.isActive(this.#machine.population.state[agent], state);
  }

  /** The event that an agent answers; null before its first. */
  event(agent: number): ChartEvent | null {
    if (agent !== this.#agent) return null;
    if (this.#event !== null) return this.#event;
    const { column, context } = this.#outside;
    if (column === EVENTLESS) return null;
    const data = this.#machine.resolveContext(context);
    const name = this.#machine.table.eventOf(column);
    this.#event = {
      name: name === TIME_PASSED ? 'timeout' : name,
      kind: 'external',
      ...(data !== null && { data }),
    };
    return this.#event;
  }

  /** Enters the initial configuration, and continues until the agent rests. */
  begin(agent: number): void {
    this.#turnTo(agent, EVENTLESS, 0);
    const { first } = this.#machine.table;
    this.#machine.timeouts.entered(agent, first.entered);
    this.#carryOut(agent, first.deeds);
    this.#settle(agent, 0, first.isOver, false);
  }

  /** Answers an event from outside. @returns the agent's configuration, or −1 when nothing answered */
  fire(agent: number, column: number, context: number): number {
    this.#turnTo(agent, column, context);
    const machine = this.#machine;
    const step = machine.stepFor(agent, column, context);
    const hasRaised = this.#raised.length > 0;
    if (step < 0 && !hasRaised && !machine.chart.interpreter.asksByEvent) return this.#rest(-1);
    const before = machine.population.state[agent];
    if (step >= 0 && !hasRaised) {
      const { isQuiet, entered } = machine.table.step(step);
      if (isQuiet) {
        const next = machine.move(agent, step, context);
        machine.timeouts.entered(agent, entered);
        return this.#rest(next);
      }
    }
    const isOver = step >= 0 && this.#micro(agent, step, context);
    this.#settle(agent, context, isOver, false);
    const after = machine.population.state[agent];
    return step < 0 && (hasRaised || after === before) ? -1 : after;
  }

  #rest(configuration: number): number {
    this.#agent = -1;
    return configuration;
  }

  /** Takes a step that was chosen already, drawn or named. */
  take(agent: number, step: number, column: number, context: number): number {
    this.#turnTo(agent, column, context);
    this.#settle(agent, context, this.#micro(agent, step, context), false);
    return this.#machine.population.state[agent];
  }

  /** Delivers what is due in a tick. */
  deliver(tick: number): void {
    this.#isDelivering = true;
    const delivered = new Map<number, number>();
    for (let timer = this.timers.next(tick); timer !== undefined; timer = this.timers.next(tick)) {
      const count = (delivered.get(timer.agent) ?? 0) + 1;
      delivered.set(timer.agent, count);
      if (count > MAX_DELIVERED_EVENTS)
        throw createLivelockError(this.#machine, timer.agent, NO_TRANSITION, count);
      this.#turnTo(timer.agent, EVENTLESS, 0);
      this.#sent.push(timer.event);
      this.#settle(timer.agent, 0, false, this.#machine.chart.interpreter.asksByEvent);
    }
    this.#isDelivering = false;
  }

  raise(agent: number, name: string, data: unknown): void {
    if (agent !== this.#agent) throw new Error(NOT_ACTING);
    this.#raised.push({ name, kind: 'internal', ...(data !== undefined && { data }) });
  }

  /**
   * Counts work of an agent that acts. Outside of actions nothing is counted: a look at what would be answered must not
   * change a run, and has no loops.
   * @throws ChartOverload
   */
  charge(agent: number, units: number): void {
    if (agent === this.#agent) this.#meter.charge(agent, units);
  }

  send(agent: number, name: string, { after = 0, id, data }: Sending): void {
    const event: ChartEvent = {
      name,
      kind: SENT,
      ...(data !== undefined && { data }),
      ...(id !== undefined && { sendId: id }),
      origin: getAgentAddress(agent),
    };
    if (this.#machine.chart.isSimple) throw new Error(NOT_ACTING);
    // In XState an event without a delay is due at once, behind all that is due already.
    if (after > 0 || this.timers.hasOneEach) {
      this.timers.add({ agent, due: this.#machine.log.tick + after, event });
      if (this.timers.count(agent) > MAX_WAITING_EVENTS) throw this.#createBacklogError(agent);
    } else if (agent === this.#agent) this.#sent.push(event);
    else throw new Error(NOT_ACTING);
  }

  #createBacklogError(agent: number): ChartOverload {
    const { chart, log } = this.#machine;
    return new ChartOverload(
      `chart "${chart.definition.name}" sends more than it receives: agent ${agent + 1} has more than ${MAX_WAITING_EVENTS} events on their way in tick ${log.tick}, in ${describeActiveStates(this.#machine, agent)}`,
    );
  }

  cancel(agent: number, id: string): void {
    this.timers.cancel(agent, id);
    if (agent !== this.#agent) return;
    const kept = this.#sent.filter(event => event.sendId !== id);
    this.#sent.splice(0, this.#sent.length, ...kept);
  }

  /** A guard threw: it is false, and the chart may answer the error. */
  guardThrew(agent: number, transition: number): void {
    if (agent !== this.#agent || this.#thrown.has(transition)) return;
    this.#thrown.add(transition);
    this.#raised.push({ name: EXECUTION, kind: 'platform' });
  }

  #turnTo(agent: number, column: number, context: number): void {
    this.#agent = agent;
    this.#meter.begin();
    this.#event = null;
    this.#outside.column = column;
    this.#outside.context = context;
    if (this.#raised.length > 0) this.#raised.length = 0;
    if (this.#sent.length > 0) this.#sent.length = 0;
    if (this.#thrown.size > 0) this.#thrown.clear();
  }

  /** Goes on until nothing is left to do. @param isStill whether an event comes first */
  #settle(agent: number, context: number, isOver: boolean, isStill: boolean): void {
    const machine = this.#machine;
    let left = MAX_MICROSTEPS;
    while (!isOver && !machine.isOver(agent)) {
      let step: number = isStill ? -1 : machine.stepFor(agent, EVENTLESS, context);
      isStill = step >= 0 && machine.table.step(step).isStill;
      if (step < 0) {
        const event = this.#raised.shift() ?? this.#sent.shift();
        if (event === undefined) break;
        this.#event = event;
        step = machine.stepFor(agent, machine.table.columnOf(event.name), context);
      }
      if (left-- === 0) throw createLivelockError(machine, agent, step, MAX_MICROSTEPS);
      if (step >= 0) isOver = this.#micro(agent, step, context);
    }
    this.#agent = -1;
    if (this.timers.hasOneEach && !this.#isDelivering) this.deliver(machine.log.tick);
  }

  /** @returns whether the chart is over for the agent */
  #micro(agent: number, step: number, context: number): boolean {
    const { deeds, entered, isOver, transitions } = this.#machine.table.step(step);
    this.#transition = transitions[0];
    this.#machine.move(agent, step, context);
    this.#machine.timeouts.entered(agent, entered);
    if (deeds.length > 0) this.#carryOut(agent, deeds);
    return isOver;
  }

  #carryOut(agent: number, deeds: readonly Deed[]): void {
    for (const deed of deeds) {
      if (deed.kind === 'actions') {
        this.#during = deed.active;
        this.#run(agent, deed.block);
        this.#during = null;
      } else this.#tellDone(agent, deed.event, deed.final);
    }
  }

  #tellDone(agent: number, name: string, final: number): void {
    const done = final === ROOT ? undefined : this.#machine.chart.tree.definitions[final]?.done;
    let data: unknown;
    try {
      data = done?.(this.#machine.agent(agent));
    } catch (error) {
      this.#threw(agent, error);
    }
    this.#raised.push({ name, kind: 'platform', ...(data !== undefined && { data }) });
  }

  /** Runs actions one after the other. @throws as the first that does */
  perform(agent: number, block: Block): void {
    for (const action of block) this.#act(agent, action);
  }

  #run(agent: number, block: Block): void {
    try {
      this.perform(agent, block);
    } catch (error) {
      this.#threw(agent, error);
    }
  }

  #threw(agent: number, error: unknown): void {
    if (error instanceof ChartOverload) throw error;
    const { failures, log } = this.#machine;
    failures.add({ kind: 'action', agent, transition: this.#transition, tick: log.tick }, error);
    const { event = EXECUTION, sendId } = error instanceof ActionFailure ? error : {};
    this.#raised.push({ name: event, kind: 'platform', ...(sendId !== undefined && { sendId }) });
  }

  #act(agent: number, action: ActionDefinition): void {
    const machine = this.#machine;
    this.charge(agent, 1);
    switch (action.kind) {
      case 'function':
        action.run(machine.agent(agent), this.event(agent)?.data ?? null);
        return;
      case 'raise':
        this.#raised.push({ name: action.event, kind: 'internal' });
        return;
      case 'send':
        this.send(agent, action.event, action);
        return;
      case 'cancel':
        this.cancel(agent, action.id);
        return;
      default: {
        const column = getChartColumn(machine.chart, machine.population, action.column);
        const value =
          typeof action.value === 'number'
            ? action.value
            : getChartColumn(machine.chart, machine.population, action.value.column)[agent];
        column[agent] = action.kind === 'add' ? column[agent] + value : value;
      }
    }
  }
}

/** The error of an agent that took so many steps in a row, with the states between which it goes. */
function createLivelockError(
  machine: MacrostepHost,
  agent: number,
  step: number,
  steps: number,
): ChartOverload {
  const { table, chart, log } = machine;
  const leaves = table.leavesIn(step < 0 ? machine.population.state[agent] : table.step(step).to);
  const next = leaves.map(state => `"${chart.states[state]}"`).join(' and ');
  const where = step < 0 ? next : `${describeActiveStates(machine, agent)} and ${next}`;
  return new ChartOverload(
    `chart "${chart.definition.name}" never comes to rest: agent ${agent + 1} took ${steps} steps in a row in tick ${log.tick}, at last between ${where}`,
  );
}
