import type { Log } from '../../log/log.ts';
import type { CompiledChart } from '../compiled.ts';
import { getOwnThreshold, isTimedTransition } from '../definition.ts';
import { getChartColumn } from '../getChartColumn.ts';
import { isDescendantState } from '../hierarchy/stateTree.ts';
import type { AgentColumn, Population } from '../population.ts';

/** True if a transition waits, in addition to its guard, until its source has been active for long enough. */
export function isTimeoutTransition({ isSimple, definition }: CompiledChart, transition: number): boolean {
  return !isSimple && isTimedTransition(definition.transitions[transition]);
}

/** In `Timeouts.waitsIn`: a transition that does not wait. */
export const NO_TIME = -1;
/** In `Timeouts.waitsIn`: a transition that waits in whatever leaf it leaves. */
export const ANY_WAITING_LEAF = -2;

/** Thresholds of states, and in charts with hierarchy the ticks in which states with a timeout were entered. */
export class Timeouts {
  readonly #population: Population;
  readonly #log: Log;
  readonly #own: Int32Array;
  readonly #column: readonly (AgentColumn | null)[];
  /** Tick of entry by state, for sources of timeouts; in a simple chart ticks in state say as much. */
  readonly #since: readonly (AgentColumn | null)[];
  /** Per state, the ticks of entry that are set when it is entered: its own, and those of timeouts around it that restart. */
  readonly #set: readonly (readonly AgentColumn[])[];
  /** True if the chart has any. */
  readonly areThere: boolean;
  /** Per transition, the state whose time it waits for. */
  readonly waitsIn: Int32Array;

  constructor(chart: CompiledChart, population: Population, log: Log) {
    const { states, isSimple, definition, tree, stateNumber } = chart;
    const { thresholds = {}, transitions } = definition;
    this.#population = population;
    this.#log = log;
    this.#own = Int32Array.from(states, state => getOwnThreshold(thresholds, state) ?? -1);
    this.#column = states.map(state => {
      const own = Object.hasOwn(thresholds, state) ? thresholds[state] : undefined;
      return typeof own === 'object' ? getChartColumn(chart, population, own.column) : null;
    });
    const sources = new Set(transitions.filter(isTimedTransition).map(t => t.source));
    this.areThere = sources.size > 0;
    this.waitsIn = Int32Array.from(transitions, ({ source }, t) =>
      isTimeoutTransition(chart, t) ? (stateNumber.get(source) ?? ANY_WAITING_LEAF) : NO_TIME,
    );
    this.#since = isSimple
      ? []
      : states.map(state =>
          sources.has(state) ? population.addInteger(`since ${state}`).fill(log.tick) : null,
        );
    const restarting = transitions
      .filter(t => isTimedTransition(t) && t.restarts)
      .map(t => stateNumber.get(t.source));
    this.#set = this.#since.map((own, state) => {
      const around = this.#since.filter(
        (_, other) => restarting.includes(other) && isDescendantState(tree, state, other),
      );
      return [own, ...around].filter(column => column !== null);
    });
  }

  /** Ticks after which `timeout` fires in a state: its own threshold, else the agent's. */
  threshold(agent: number, state: number): number {
    const own = this.#own[state];
    if (own >= 0) return own;
    const column = this.#column[state] ?? null;
    return column === null ? this.#population.timeoutThreshold[agent] : column[agent];
  }

  entered(agent: number, states: readonly number[]): void {
    if (!this.areThere) return;
    const { tick } = this.#log;
    for (let i = 0; i < states.length; i++) {
      const set = this.#set[states[i]];
      for (let j = 0; j < set.length; j++) set[j][agent] = tick;
    }
  }

  /** True if an agent has been in a state for more ticks than its threshold. */
  isDue(agent: number, state: number): boolean {
    return this.ticksIn(agent, state) > this.threshold(agent, state);
  }

  /** Ticks since an agent came into its present state with a timeout; since its last move within, if that restarts. */
  ticksIn(agent: number, state: number): number {
    const since = this.#since[state];
    return since ? this.#log.tick - since[agent] : this.#population.ticksInState[agent];
  }
}
