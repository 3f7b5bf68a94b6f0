import type { ChoiceOption } from '../../oracle/oracle.ts';
import type { ChartDefinition, Quantity, TransitionDefinition } from '../../statechart/definition.ts';
import { getTargetName } from '../../statechart/definition.ts';
import { listPlacedStates } from '../../statechart/hierarchy/stateTree.ts';
import type { Machine } from '../../statechart/machine.ts';
import { listTransitionEvents } from './eventNames.ts';
import type { OutsideEvents } from './outsideEvents.ts';

/** Most events that a question offers: as many as there are letters. */
export const MAX_OPTIONS = 26;

/** An event that an agent may choose. */
export interface AskedEvent {
  readonly event: string;
  readonly weight: Quantity;
  readonly option: ChoiceOption;
}

/** A state in which agents are asked. */
interface AskingState {
  readonly state: string;
  /** Template of the situation. */
  readonly template: string;
  /** The events that its own transitions answer, each once. */
  readonly events: readonly string[];
}

/** An agent's present question: the asking state, and the events to choose from. */
export interface AskedNow {
  readonly asking: AskingState;
  readonly events: readonly AskedEvent[];
}

/** The states of a chart in which agents are asked, and what they may answer. */
export class ChartAsking {
  readonly states: ReadonlyMap<string, AskingState>;
  /** By configuration: its states that ask, region by region, from within outward. */
  readonly #plans: (readonly AskingState[] | undefined)[] = [];
  /** By transition and event. */
  readonly #asked = new Map<string, AskedEvent>();

  constructor(definition: ChartDefinition, outside: OutsideEvents) {
    this.states = new Map(listAskingStates(definition, outside).map(state => [state.state, state]));
  }

  /** The states that ask in a configuration. */
  plansOf({ chart, table }: Machine, configuration: number): readonly AskingState[] {
    if (this.states.size === 0) return [];
    this.#plans[configuration] ??= this.#plansIn(chart, table.leavesIn(configuration));
    return this.#plans[configuration];
  }

  /** The present question of an agent: by the first state that leaves it any event; null if none does. */
  of(machine: Machine, agent: number): AskedNow | null {
    return machine.isOver(agent) ? null : machine.failures.look(() => this.#of(machine, agent));
  }

  #of(machine: Machine, agent: number): AskedNow | null {
    for (const asking of this.plansOf(machine, machine.population.state[agent])) {
      const events = asking.events.flatMap(event => this.#legal(machine, agent, asking, event) ?? []);
      if (events.length > 0) return { asking, events: events.slice(0, MAX_OPTIONS) };
    }
    return null;
  }

  #plansIn(chart: Machine['chart'], leaves: readonly number[]): readonly AskingState[] {
    const found = new Set<AskingState>();
    for (const leaf of leaves)
      for (let at = leaf; at >= 0; at = chart.tree.parent[at]) {
        const plan = this.states.get(chart.states[at]);
        if (plan !== undefined) found.add(plan);
      }
    return [...found];
  }

  /** An event that a transition of the asking state itself would answer now, in that transition's words. */
  #legal(machine: Machine, agent: number, { state }: AskingState, event: string): AskedEvent | null {
    if (!machine.wouldAnswer(agent, event)) return null;
    const { transitions } = machine.chart.definition;
    const step = machine.stepFor(agent, machine.table.columnOf(event), 0);
    const taken = machine.table.step(step).transitions.find(number => transitions[number].source === state);
    if (taken === undefined) return null;
    const key = `${taken} ${event}`;
    const known = this.#asked.get(key) ?? createAskedEvent(transitions[taken], event);
    this.#asked.set(key, known);
    return known;
  }
}

function createAskedEvent(transition: TransitionDefinition, event: string): AskedEvent {
  const { words, weight = 1 } = transition;
  const meaning = words?.description ?? words?.label ?? event;
  return {
    event,
    weight,
    option: { action: event, nextState: getTargetName(transition), meaning, writes: false },
  };
}

/** The option of an event in a state's questions; null if that depends on which of its transitions would be taken. */
export function findEventOption(
  definition: ChartDefinition,
  state: string,
  event: string,
): ChoiceOption | null {
  const answering = definition.transitions.filter(
    one => one.source === state && listTransitionEvents(one).includes(event),
  );
  const [first, ...others] = answering.map(one => createAskedEvent(one, event).option);
  return first && others.every(({ meaning }) => meaning === first.meaning) ? first : null;
}

/** The states that ask, each with the events that its own transitions answer and that come from outside. */
export function listAskingStates(
  definition: ChartDefinition,
  outside: OutsideEvents,
): readonly AskingState[] {
  return listPlacedStates(definition).flatMap(({ id, definition: state }): AskingState[] =>
    state?.asks === undefined
      ? []
      : [{ state: id, template: state.asks, events: listOutsideEvents(definition, outside, id) }],
  );
}

/** The events from outside that a state's own transitions answer, each once. */
export function listOutsideEvents(
  { transitions }: ChartDefinition,
  outside: OutsideEvents,
  state: string,
): readonly string[] {
  return [...new Set(transitions.flatMap(({ source }, t) => (source === state ? outside.of(t) : [])))];
}
