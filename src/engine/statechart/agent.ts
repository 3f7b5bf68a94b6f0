import { describeValue } from '../core/checkOptions.ts';
import { InputError } from '../core/errors.ts';
import type { History } from '../log/history.ts';
import type { Log } from '../log/log.ts';
import type { Past } from '../log/past.ts';
import { type CompiledChart, getStateNumber } from './compiled.ts';
import type { Block, ChartAgent, ChartEvent, Sending } from './definition.ts';
import type { Variables } from './hierarchy/chartVariables.ts';
import type { Macrosteps } from './hierarchy/macrostep.ts';
import type { Table } from './hierarchy/table.ts';
import type { Population } from './population.ts';

/** One recorded change of state; `fromState` and `toState` always differ. */
interface StateTransition {
  readonly fromState: string;
  readonly toState: string;
  readonly trigger: string;
  /** The tick in which it happened. */
  readonly tick: number;
  /** Simulated UTC by the machine's clock: "2026-01-30T18:03:00Z". */
  readonly timestamp: string;
  /** Subject of the transition, or null. */
  readonly context: unknown;
}

/** The part of a `Machine` that an agent is a view of. */
export interface AgentHome {
  readonly chart: CompiledChart;
  readonly population: Population;
  readonly log: Log;
  readonly history: History;
  readonly past: Past;
  readonly table: Table;
  readonly macrosteps: Macrosteps;
  readonly variables: Variables;
  isActive(agent: number, state: number): boolean;
  wouldAnswer(agent: number, name: string): boolean;
  /** As `fire`, for an event of any name. */
  fireEvent(agent: number, name: string, context: number): number;
  /** Object that a context number stands for. */
  resolveContext: (context: number) => unknown;
  /** Simulated UTC of what an agent does in a tick. */
  timeOf: (agent: number, tick: number) => string;
  /** @returns the new state's number, or −1. */
  fire(agent: number, trigger: number, context: number): number;
  /** Hears of a value of an agent that was set from outside; absent for a machine that does not care. */
  noteSetByHand?(name: string, agent: number): void;
}

/** One agent by name: a view on the machine's columns, made when somebody looks. */
export class Agent implements ChartAgent {
  /** @throws InputError when the machine has no such agent, or is not one. */
  constructor(
    readonly machine: AgentHome,
    readonly index: number,
  ) {
    const size = machine?.population?.size;
    if (size === undefined) throw new InputError('Agent.of takes a population, then the number of an agent');
    if (!(Number.isInteger(index) && index >= 0 && index < size))
      throw new InputError(`agent ${describeValue(index)} is not one of ${size}: they are numbered from 0`);
  }

  /** Its state; of several at once, the first in document order without states of its own. */
  get state(): string {
    const { chart, population } = this.machine;
    return chart.isFlat ? chart.states[population.state[this.index]] : this.states[0];
  }

  /** @throws InputError when the chart has no such state, or has hierarchy. */
  set state(value: string) {
    const { chart, population } = this.machine;
    if (!chart.isFlat) throw new InputError('states of a chart with hierarchy cannot be set');
    population.state[this.index] = getStateNumber(chart, value);
  }

  /** Active states without states of their own, in document order. */
  get states(): readonly string[] {
    return listLeafNames(this.machine, this.machine.population.state[this.index]);
  }

  get event(): ChartEvent | null {
    return this.machine.macrosteps.event(this.index);
  }

  get data(): Record<string, unknown> {
    return this.machine.variables.of(this.index);
  }

  isIn(state: string): boolean {
    return this.machine.isActive(this.index, getStateNumber(this.machine.chart, state));
  }

  raise(name: string, data?: unknown): void {
    this.machine.macrosteps.raise(this.index, name, data);
  }

  charge(units: number): void {
    this.machine.macrosteps.charge(this.index, units);
  }

  send(name: string, sending: Sending = {}): void {
    this.machine.macrosteps.send(this.index, name, sending);
  }

  cancel(id: string): void {
    this.machine.macrosteps.cancel(this.index, id);
  }

  run(block: Block): void {
    this.machine.macrosteps.perform(this.index, block);
  }

  get ticksInState(): number {
    return this.machine.population.ticksInState[this.index];
  }

  set ticksInState(ticks: number) {
    this.machine.population.setTicksInState(this.index, ticks);
    this.machine.noteSetByHand?.('ticksInState', this.index);
  }

  get timeoutThreshold(): number {
    return this.machine.population.timeoutThreshold[this.index];
  }

  set timeoutThreshold(ticks: number) {
    this.machine.population.setTimeoutThreshold(this.index, ticks);
    this.machine.noteSetByHand?.('timeoutThreshold', this.index);
  }

  get maxHistoryDepth(): number {
    return this.machine.population.historyDepth[this.index];
  }

  /** Oldest first; at most `maxHistoryDepth`. */
  get stateHistory(): StateTransition[] {
    const { log, history, past } = this.machine;
    const rows = history.rows(this.index);
    // Only the oldest is looked for in the log: each later one left what the one before it entered.
    let before = rows.length === 0 ? 0 : past.stateBefore(this.index, rows[0]);
    return rows.map(row => {
      const tick = log.tickAt(row);
      const move = describeMove(this.machine, log.transitionAt(row), before);
      before = past.stateAfter(row);
      return {
        ...move,
        tick,
        timestamp: this.machine.timeOf(this.index, tick),
        context: this.machine.resolveContext(log.contextAt(row)),
      };
    });
  }

  /** @throws InputError when the machine has no such agent, or is not one. */
  static of(machine: AgentHome, index: number): Agent {
    return new Agent(machine, index);
  }
}

/** @throws InputError for a value that is not an agent */
export function checkAgent(agent: Agent): void {
  if (agent?.machine === undefined)
    throw new InputError('an agent is wanted, as Agent.of(population, number) gives it');
}

/** Source of a transition's names. */
interface TransitionNames {
  readonly chart: CompiledChart;
  readonly table: Table;
}

/** A transition by name; states of several regions, and triggers of transitions taken at once, are joined by commas. */
interface NamedMove {
  readonly fromState: string;
  readonly toState: string;
  readonly trigger: string;
}

/** A row of the log by name. @param step its transition, or step @param from the configuration that it left */
export function describeMove(names: TransitionNames, step: number, from: number): NamedMove {
  const { chart, table } = names;
  const { transitions, to } = table.step(step);
  const triggers = transitions.map(transition => chart.definition.transitions[transition].trigger);
  const trigger = triggers.length === 1 ? triggers[0] : [...new Set(triggers)].join(', ');
  const before = listLeafNames(names, from);
  const after = listLeafNames(names, to);
  return {
    fromState: formatChangedStates(before, after),
    toState: formatChangedStates(after, before),
    trigger,
  };
}

function formatChangedStates(some: readonly string[], others: readonly string[]): string {
  if (some.length === 1) return some[0];
  const own = some.filter(state => !others.includes(state));
  return (own.length > 0 ? own : some.slice(0, 1)).join(', ');
}

/** Names of the leaves of a configuration. */
const listLeafNames = ({ chart, table }: TransitionNames, configuration: number): readonly string[] =>
  table.leavesIn(configuration).map(state => chart.states[state]);
