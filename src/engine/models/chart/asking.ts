import type { ChoiceOption } from '../../oracle.ts';
import type { ChartDefinition, Quantity } from '../../statechart/definition.ts';
import { targetName } from '../../statechart/definition.ts';
import type { Machine } from '../../statechart/machine.ts';
import { placedStates } from '../../statechart/tree.ts';
import { eventsIn } from './stimuli.ts';

/** Most events that a question offers: as many as there are letters. */
export const MOST_OPTIONS = 26;

/** An event that an agent may choose. */
export interface AskedEvent {
  readonly event: string;
  readonly weight: Quantity;
  readonly option: ChoiceOption;
}

/** A state in which agents are asked. */
export interface AskingState {
  readonly state: string;
  /** Template of the situation. */
  readonly template: string;
  readonly events: readonly AskedEvent[];
}

/** The states of a chart in which agents are asked, and what they may answer. */
export class Asking {
  readonly states: ReadonlyMap<string, AskingState>;
  /** By configuration, from within outward; null where nobody is asked. */
  readonly #plans: (AskingState | null | undefined)[] = [];

  constructor(definition: ChartDefinition) {
    this.states = new Map(askingStates(definition).map(state => [state.state, state]));
  }

  /** The state that asks in a configuration: the innermost of the first region that has one. */
  planOf({ chart, table }: Machine, configuration: number): AskingState | null {
    if (this.states.size === 0) return null;
    const known = this.#plans[configuration];
    if (known !== undefined) return known;
    let found: AskingState | null = null;
    for (const leaf of table.leavesIn(configuration))
      for (let at = leaf; found === null && at >= 0; at = chart.tree.parent[at])
        found = this.states.get(chart.states[at]) ?? null;
    this.#plans[configuration] = found;
    return found;
  }

  /** What an agent may answer now. */
  legal(machine: Machine, agent: number, plan: AskingState): readonly AskedEvent[] {
    return plan.events.filter(({ event }) => machine.wouldAnswer(agent, event)).slice(0, MOST_OPTIONS);
  }
}

/** The states that ask, each with the events that its own transitions answer. */
export function askingStates(definition: ChartDefinition): readonly AskingState[] {
  return placedStates(definition).flatMap(({ id, definition: state }): AskingState[] => {
    if (state?.asks === undefined) return [];
    const events = new Map<string, AskedEvent>();
    for (const transition of definition.transitions) {
      if (transition.source !== id) continue;
      for (const event of eventsIn(transition)) {
        const { words, weight = 1 } = transition;
        const meaning = words?.description ?? words?.label ?? event;
        const nextState = targetName(transition);
        if (!events.has(event))
          events.set(event, { event, weight, option: { action: event, nextState, meaning, writes: false } });
      }
    }
    return [{ state: id, template: state.asks, events: [...events.values()] }];
  });
}
