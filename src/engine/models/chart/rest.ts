import type { Population } from '../../population.ts';
import {
  type ChartDefinition,
  neighboursIn,
  type StateDefinition,
  type TransitionDefinition,
} from '../../statechart/definition.ts';
import type { Machine } from '../../statechart/machine.ts';

/** Whether nothing more can happen in a run: nobody is where anything may. */
export class Rest {
  readonly #population: Population;
  readonly #chart: ChartDefinition;
  /** Events may come by themselves: this is not looked into. */
  readonly #sends: boolean;
  readonly #out: readonly (readonly TransitionDefinition[])[];

  constructor(chart: ChartDefinition, population: Population) {
    this.#population = population;
    this.#chart = chart;
    this.#sends = JSON.stringify(chart, (_, value) => (typeof value === 'function' ? null : value)).includes(
      '"kind":"send"',
    );
    this.#out = chart.states.map(state =>
      chart.transitions.filter(({ source }) => source === '*' || source === nameOf(state)),
    );
  }

  isReached(machine: Machine, stimulus: number): boolean {
    if (this.#sends) return false;
    const { state, size } = this.#population;
    if (!machine.chart.isFlat) return state.every((_, agent) => machine.isOver(agent));
    const idle = this.#out.map(out => out.every(t => !mayHappen(t, stimulus)));
    const waits = this.#out.map(out => out.flatMap(({ per }) => per ?? []));
    for (let agent = 0; agent < size; agent++) {
      if (!idle[state[agent]]) return false;
      if (waits[state[agent]].some(per => this.#population.column(neighboursIn(per))![agent] > 0))
        return false;
    }
    return this.#chart.transitions.length > 0;
  }
}

/** Whether a transition may be taken without neighbours. */
const mayHappen = ({ rate, per, trigger, on }: TransitionDefinition, stimulus: number): boolean => {
  if (per !== undefined) return false;
  if (rate !== undefined) return rate !== 0;
  return trigger === 'timeout' || on?.length === 0 || stimulus > 0;
};

const nameOf = (state: string | StateDefinition): string => (typeof state === 'string' ? state : state.id);
