import { computeWorldBand, type WorldBand } from '../../engine/statistics/quantiles.ts';
import type { World } from '../../engine/worlds/worldCourse.ts';
import type { Worlds } from '../state/worldsState.ts';
import { findCurrentWorld, getOutcomeAt, selectOtherWorlds } from './courses.ts';

/** Most worlds whose courses are drawn one by one; the band is of all. */
export const MAX_FAN_LINES = 200;

/** One world's outcome at each tick of its course; NaN if there is nothing to measure. */
interface FanLine {
  readonly world: World;
  readonly values: Float64Array;
}

/** An outcome of many worlds over time. */
export interface Fan {
  readonly lines: readonly FanLine[];
  /** The world on the screen; null if it was not played as one of them. */
  readonly here: FanLine | null;
  /** Of all worlds, at each tick of the courses. */
  readonly bands: readonly (WorldBand | null)[];
  /** Number of those worlds. */
  readonly count: number;
  /** Start of its axis: 0, unless all values are above half of the greatest. */
  readonly low: number;
  /** The greatest value in it, at least 1 but for shares. */
  readonly top: number;
}

/** @param measure place of the outcome in the definitions */
export function buildOutcomeFan(worlds: Worlds, measure: number): Fan {
  const places = worlds.ticks.map((_, place) => place);
  const lineOf = (world: World): FanLine => ({
    world,
    values: Float64Array.from(places, place => getOutcomeAt(world, worlds, place, measure) ?? Number.NaN),
  });
  const others = selectOtherWorlds(worlds).map(lineOf);
  const shown = findCurrentWorld(worlds);
  const here = shown === null ? null : lineOf(shown);
  const bands = places.map(place =>
    computeWorldBand(others.map(({ values }) => values[place]).filter(value => !Number.isNaN(value))),
  );
  const all = here === null ? others : [...others, here];
  const most = all.reduce((top, { values }) => values.reduce((a, b) => (b > a ? b : a), top), 0);
  const least = all.reduce((low, { values }) => values.reduce((a, b) => (b < a ? b : a), low), most);
  const isShare = worlds.definitions[measure].unit === 'share';
  return {
    lines: others.slice(0, MAX_FAN_LINES),
    here,
    bands,
    count: others.length,
    low: least > most / 2 ? least : 0,
    top: isShare ? most : Math.max(1, most),
  };
}
