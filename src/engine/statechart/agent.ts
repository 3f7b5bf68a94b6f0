import { InputError } from '../errors.ts';
import type { History } from '../history.ts';
import type { Log } from '../log.ts';
import type { Past } from '../past.ts';
import type { Population } from '../population.ts';
import type { CompiledChart } from './compile.ts';
import type { ChartAgent } from './definition.ts';

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
  /** Object that a context number stands for. */
  resolveContext: (context: number) => unknown;
  /** Simulated UTC of what an agent does in a tick. */
  timeOf: (agent: number, tick: number) => string;
  /** @returns the new state's number, or −1. */
  fire(agent: number, trigger: number, context: number): number;
}

/** One agent by name: a view on the machine's columns, made when somebody looks. */
export class Agent implements ChartAgent {
  constructor(
    readonly machine: AgentHome,
    readonly index: number,
  ) {}

  get state(): string {
    return this.machine.chart.states[this.machine.population.state[this.index]];
  }

  /** @throws TypeError when the chart has no such state. */
  set state(value: string) {
    const number = this.machine.chart.stateNumber.get(value);
    if (number === undefined) throw new TypeError(`"${value}" is not a state of this chart`);
    this.machine.population.state[this.index] = number;
  }

  get ticksInState(): number {
    return this.machine.population.ticksInState[this.index];
  }

  set ticksInState(ticks: number) {
    this.machine.population.setTicksInState(this.index, ticks);
  }

  get timeoutThreshold(): number {
    return this.machine.population.timeoutThreshold[this.index];
  }

  set timeoutThreshold(ticks: number) {
    this.machine.population.setTimeoutThreshold(this.index, ticks);
  }

  get maxHistoryDepth(): number {
    return this.machine.population.historyDepth[this.index];
  }

  /** Oldest first; at most `maxHistoryDepth`. */
  get stateHistory(): StateTransition[] {
    const { log, history, chart, past } = this.machine;
    return history.rows(this.index).map(row => {
      const number = log.transitionAt(row);
      const tick = log.tickAt(row);
      const transition = chart.definition.transitions[number];
      return {
        // A wildcard's row does not say where it came from.
        fromState:
          transition.source === '*' ? chart.states[past.stateBefore(this.index, row)] : transition.source,
        toState: transition.target,
        trigger: transition.trigger,
        tick,
        timestamp: this.machine.timeOf(this.index, tick),
        context: this.machine.resolveContext(log.contextAt(row)),
      };
    });
  }

  /** @throws InputError when the machine has no such agent. */
  static of(machine: AgentHome, index: number): Agent {
    if (!Number.isInteger(index) || index < 0 || index >= machine.population.size)
      throw new InputError(`agent ${index} is not one of ${machine.population.size}`);
    return new Agent(machine, index);
  }
}
