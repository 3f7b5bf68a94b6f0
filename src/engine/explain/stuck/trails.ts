import type { Tick } from '../../core/indices.ts';
import type { Machine } from '../../statechart/machine.ts';
import { type PlaceTable, UNMET } from '../../statistics/places.ts';

/** Moves of an agent that are remembered. */
export const MOVES = 48;

/** The places that an agent was in last, oldest first, and the tick in which it came to each. */
export interface Trail {
  readonly places: readonly number[];
  readonly ticks: readonly Tick[];
}

/** Where each agent was last: one pass over the log. */
export class Trails {
  readonly #place: Uint16Array;
  readonly #ticks: Int32Array;
  readonly #moves: Uint32Array;
  readonly #start: Tick;
  readonly #initial: number;

  constructor({ past, log, population }: Machine, places: PlaceTable) {
    this.#place = new Uint16Array(population.size * MOVES);
    this.#ticks = new Int32Array(population.size * MOVES);
    this.#moves = new Uint32Array(population.size);
    this.#start = past.start;
    this.#initial = places.initial;
    const now = new Uint16Array(population.size).fill(places.initial);
    past.forEach(past.start, log.tick, (tick, agent, step) => {
      let way = places.wayIn[places.base[step] + places.wide[step] * now[agent]];
      if (way === UNMET) way = places.meet(step, now[agent]);
      if (way < 0) return;
      now[agent] = places.ways[way].to;
      const at = agent * MOVES + (this.#moves[agent]++ % MOVES);
      this.#place[at] = now[agent];
      this.#ticks[at] = tick;
    });
  }

  of(agent: number): Trail {
    const moves = this.#moves[agent];
    const trail = { places: [] as number[], ticks: [] as Tick[] };
    if (moves < MOVES) {
      trail.places.push(this.#initial);
      trail.ticks.push(this.#start);
    }
    for (let move = Math.max(0, moves - MOVES); move < moves; move++) {
      const at = agent * MOVES + (move % MOVES);
      trail.places.push(this.#place[at]);
      trail.ticks.push(this.#ticks[at]);
    }
    return trail;
  }
}
