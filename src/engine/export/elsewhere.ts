import type { Tick } from '../core/indices.ts';
import {
  type ComparedDocument,
  createConfigurationNamer,
  getFirstTick,
  listStartConfigurations,
} from './compared.ts';

/** Number of agents in another state in the other run, after each tick. */
export interface Elsewhere {
  readonly first: Tick;
  readonly counts: readonly number[];
}

/**
 * Counts, tick by tick up to the end of the shorter run, the agents whose states differ by name. Those that are in one run
 * alone are not counted.
 */
export function countDifferingAgents(
  a: ComparedDocument,
  b: ComparedDocument,
  placeOf: ReadonlyMap<string, number>,
): Elsewhere {
  const [inA, inB] = [new StatesInTurn(a, placeOf), new StatesInTurn(b, placeOf)];
  const both = new Set(a.agents.map(({ agent_id }) => agent_id));
  const places = b.agents.flatMap(({ agent_id }) =>
    both.has(agent_id) ? (placeOf.get(agent_id) ?? []) : [],
  );
  const isElsewhere = new Map(places.map(place => [place, inA.of(place) !== inB.of(place)]));
  let count = places.filter(place => isElsewhere.get(place)).length;
  const first = Math.max(inA.first, inB.first);
  const last = Math.min(inA.last, inB.last);
  const counts: number[] = [];
  for (let tick = first; tick <= last; tick++) {
    for (const place of [...inA.moveTo(tick), ...inB.moveTo(tick)]) {
      const was = isElsewhere.get(place);
      if (was === undefined) continue;
      const is = inA.of(place) !== inB.of(place);
      if (is !== was) count += is ? 1 : -1;
      isElsewhere.set(place, is);
    }
    counts.push(count);
  }
  return { first, counts };
}

/** Each agent's state in words, tick after tick. */
class StatesInTurn {
  readonly first: Tick;
  readonly last: Tick;
  readonly #one: ComparedDocument;
  readonly #wordsOf: (place: number) => string;
  readonly #places: readonly number[];
  readonly #state: Map<number, string>;
  #row = 0;

  constructor(one: ComparedDocument, placeOf: ReadonlyMap<string, number>) {
    const { agents, transitions, config } = one;
    this.#one = one;
    this.#wordsOf = createConfigurationNamer(one);
    this.#places = agents.map(({ agent_id }) => placeOf.get(agent_id) ?? -1);
    this.first = getFirstTick(one);
    this.last = Number(config.rounds ?? transitions.tick.at(-1) ?? 0);
    this.#state = new Map(listStartConfigurations(one, placeOf));
  }

  of(place: number): string | undefined {
    return this.#state.get(place);
  }

  /** Goes on to the end of a tick. @returns who has moved */
  moveTo(tick: Tick): readonly number[] {
    const { tick: ticks, agent, to } = this.#one.transitions;
    const moved: number[] = [];
    for (; ticks[this.#row] <= tick; this.#row++) {
      const place = this.#places[agent[this.#row]];
      this.#state.set(place, this.#wordsOf(to[this.#row]));
      moved.push(place);
    }
    return moved;
  }
}
