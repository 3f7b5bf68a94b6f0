import type { Tick } from '../../core/indices.ts';
import { type Chance, Random } from '../../core/random.ts';
import type { ChartDefinition } from '../../statechart/definition.ts';
import { listPlacedStates } from '../../statechart/hierarchy/stateTree.ts';
import type { Machine } from '../../statechart/machine.ts';
import { ChartDomain } from './chartDomain.ts';
import type { OutsideEvents } from './outsideEvents.ts';

const WHETHER = 0;
const WHICH = 1;

/** Events from nowhere: what makes a chart move that only answers. */
export class Stimuli {
  readonly #random: Random;
  /** Per configuration, the events that it may answer. */
  readonly #events: (readonly string[] | undefined)[] = [];

  readonly #outside: OutsideEvents;

  constructor(chance: Chance, outside: OutsideEvents) {
    this.#random = new Random(chance, ChartDomain.stimulus);
    this.#outside = outside;
  }

  /** The events that may come by chance in a configuration. */
  eventsOf(machine: Machine, configuration: number): readonly string[] {
    this.#events[configuration] ??= listChanceEvents(machine, configuration, this.#outside);
    return this.#events[configuration];
  }

  /** The draws of a tick: whether an event comes, and which one. */
  draws(agent: number, tick: Tick): { readonly whether: number; readonly which: number } {
    return {
      whether: this.#random.unit(agent, tick, WHETHER),
      which: this.#random.unit(agent, tick, WHICH),
    };
  }

  /** Gives an agent one of the events that it would answer, with a chance. */
  fire(agent: number, tick: Tick, machine: Machine, chance: number): void {
    if (chance === 0 || this.#random.unit(agent, tick, WHETHER) >= chance) return;
    const events = this.eventsOf(machine, machine.population.state[agent]);
    const answered = events.filter(event => machine.wouldAnswer(agent, event));
    if (answered.length === 0) return;
    const which = Math.floor(this.#random.unit(agent, tick, WHICH) * answered.length);
    machine.fireEvent(agent, answered[which], 0);
  }
}

/** True if a chart answers an event that may come by chance: in an asking state it is chosen instead. */
export function hasChanceEvents(chart: ChartDefinition, outside: OutsideEvents): boolean {
  const asking = collectAskingStates(chart);
  return chart.transitions.some(({ source }, t) => !asking.has(source) && outside.of(t).length > 0);
}

/** Names of the states that ask. */
const collectAskingStates = (chart: ChartDefinition): ReadonlySet<string> =>
  new Set(
    listPlacedStates(chart).flatMap(({ id, definition }) => (definition?.asks === undefined ? [] : [id])),
  );

/** Events that may come by chance in a configuration, in the order of its leaves, from within outward; what a state asks for is chosen instead. */
function listChanceEvents(
  { chart, table }: Machine,
  configuration: number,
  outside: OutsideEvents,
): readonly string[] {
  const { definition } = chart;
  const asking = collectAskingStates(definition);
  const found = new Set<string>();
  for (const leaf of table.leavesIn(configuration))
    for (const { transition } of chart.interpreter.outward(leaf))
      if (!asking.has(definition.transitions[transition].source))
        for (const event of outside.of(transition)) found.add(event);
  return [...found];
}
