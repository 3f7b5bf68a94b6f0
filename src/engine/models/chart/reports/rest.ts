import {
  getNeighbourCountColumn,
  isTimedTransition,
  type TransitionDefinition,
} from '../../../statechart/definition.ts';
import type { Machine } from '../../../statechart/machine.ts';
import type { AgentColumn } from '../../../statechart/population.ts';
import type { ChartAsking } from '../chartAsking.ts';
import type { Stimuli } from '../stimuli.ts';

/** Possible events of a configuration. */
interface Prospect {
  /** Without anybody else, at any stimulus. */
  readonly moves: boolean;
  /** Once an event comes by chance. */
  readonly answers: boolean;
  /** Number of neighbours in states from which something spreads to it. */
  readonly neighbours: readonly AgentColumn[];
}

/** Checks if a run is at rest: no state that agents are in can change, and no event is pending. */
export class Rest {
  readonly #stimuli: Stimuli;
  readonly #asking: ChartAsking;
  readonly #prospects: (Prospect | undefined)[] = [];

  constructor(stimuli: Stimuli, asking: ChartAsking) {
    this.#stimuli = stimuli;
    this.#asking = asking;
  }

  isReached(machine: Machine, stimulus: number): boolean {
    if (machine.macrosteps.timers.soonest !== null) return false;
    return machine.population.state.every((configuration, agent) => {
      if (machine.isOver(agent)) return true;
      this.#prospects[configuration] ??= this.#prospectOf(machine, configuration);
      const { moves, answers, neighbours } = this.#prospects[configuration];
      return !moves && !(answers && stimulus > 0) && neighbours.every(column => column[agent] === 0);
    });
  }

  #prospectOf(machine: Machine, configuration: number): Prospect {
    const { table, chart, population } = machine;
    const out = table
      .leavesIn(configuration)
      .flatMap(leaf => [...chart.interpreter.outward(leaf)])
      .map(({ transition }) => chart.definition.transitions[transition]);
    return {
      moves:
        out.some(isSpontaneousTransition) ||
        this.#asking.plansOf(machine, configuration).some(({ events }) => events.length > 0),
      answers: this.#stimuli.eventsOf(machine, configuration).length > 0,
      neighbours: out.flatMap(({ per }) =>
        per === undefined ? [] : [population.column(getNeighbourCountColumn(per))!],
      ),
    };
  }
}

/** True if a transition may be taken without an event and without neighbours. */
const isSpontaneousTransition = (transition: TransitionDefinition): boolean => {
  const { rate, per, on } = transition;
  if (rate !== undefined) return per === undefined && rate !== 0;
  return isTimedTransition(transition) || on?.length === 0;
};
