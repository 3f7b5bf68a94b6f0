import type { CompiledChart } from '../compiled.ts';
import type { Configuration } from './interpreter.ts';
import type { Numbering } from './numbering.ts';
import { isLeafState, ROOT, StateKind } from './stateTree.ts';

/** Maximum number of tried transitions for the ways between places, and of distinguished ways. */
const MAX_TRIED_TRANSITIONS = 20_000;
const MAX_WAYS = 4000;

/** A way between two places: a transition, out of one and into another. */
interface Way {
  /** Number of the transition; −1 for all ways that are not distinguished. */
  readonly transition: number;
  /** Places; −1 for any. */
  readonly from: number;
  readonly to: number;
}

/**
 * A chart with hierarchy as one region of it, by default the one with most leaves. An agent is always in one of its
 * leaves, the places; a parallel state of the region is a place as well, since its leaves are in regions of their own.
 * If the region may sleep, being outside it is a place too.
 */
export class Projection {
  /** The region that it shows, and the states whose leaves each region has; null for the chart itself. */
  readonly region: { readonly shown: number; readonly names: readonly (string | null)[] };
  /** Names of the places. */
  readonly places: readonly string[];
  readonly ways: readonly Way[];
  readonly #chart: CompiledChart;
  readonly #numbering: Numbering;
  /** States of the region that are places, by their numbers. */
  readonly #states: readonly number[];
  readonly #placeOfState: ReadonlyMap<number, number>;
  readonly #wayOf = new Map<string, number>();
  readonly #placeOf: number[] = [];
  readonly #wayOfStep: number[] = [];

  constructor(chart: CompiledChart, numbering: Numbering, wanted?: number) {
    const { tree, regions, states } = chart;
    this.#chart = chart;
    this.#numbering = numbering;
    const leaves: number[][] = regions.heads.map(() => []);
    for (const state of states.keys()) if (isLeafState(tree, state)) leaves[regions.of[state]].push(state);
    const region =
      wanted ?? leaves.reduce((best, own, i) => (own.length > leaves[best].length ? i : best), 0);
    const isPlace = (state: number) => isLeafState(tree, state) || tree.kind[state] === StateKind.parallel;
    this.#states = [...states.keys()].filter(state => regions.of[state] === region && isPlace(state));
    this.#placeOfState = new Map(this.#states.map((state, place) => [state, place]));
    const { ways, sleeps } = this.#explore();
    const head = regions.heads[region];
    this.region = { shown: region, names: regions.heads.map(one => (one === ROOT ? null : states[one])) };
    const outside = `outside ${states[head]}`;
    const named = this.#states.map(state => states[state]);
    // Nobody is outside the chart itself.
    const maySleep = sleeps && head !== ROOT;
    this.places = maySleep ? [...named, states.includes(outside) ? `(${outside})` : outside] : named;
    // Several transitions at once may have a target that none has alone; and not all may have been tried.
    const rest = this.places.map((_, to): Way => ({ transition: -1, from: -1, to }));
    this.ways = [
      ...ways.sort((a, b) => a.transition - b.transition || a.from - b.from || a.to - b.to),
      ...rest,
    ];
    for (const [i, way] of this.ways.entries()) this.#wayOf.set(getProjectionPathKey(way), i);
  }

  /** The place of a configuration. */
  placeOf(configuration: number): number {
    this.#placeOf[configuration] ??= this.#placeIn(this.#numbering.configuration(configuration));
    return this.#placeOf[configuration];
  }

  /** The way of a step; −1 for one that stays in its place. */
  wayOf(step: number): number {
    this.#wayOfStep[step] ??= this.#findWay(step);
    return this.#wayOfStep[step];
  }

  /** Agents in each place, from those in each state. */
  counts(ofStates: ArrayLike<number>, agents: number): number[] {
    const counts = this.#states.map(state => ofStates[state]);
    if (this.places.length > counts.length)
      counts.push(agents - counts.reduce((sum, count) => sum + count, 0));
    return counts;
  }

  #findWay(step: number): number {
    const { from, to, transitions } = this.#numbering.step(step);
    const [a, b] = [this.placeOf(from), this.placeOf(to)];
    if (a === b) return -1;
    for (const transition of transitions) {
      const way = this.#wayOf.get(getProjectionPathKey({ transition, from: a, to: b }));
      if (way !== undefined) return way;
    }
    return this.#wayOf.get(getProjectionPathKey({ transition: -1, from: -1, to: b })) ?? -1;
  }

  #placeIn({ active }: Configuration): number {
    for (const state of active) {
      const place = this.#placeOfState.get(state);
      if (place !== undefined) return place;
    }
    return this.#states.length;
  }

  /** Takes every transition by itself, out of every configuration that is met so, whatever its guard says. */
  #explore(): { ways: Way[]; sleeps: boolean } {
    const { interpreter, tree } = this.#chart;
    const ways = new Map<string, Way>();
    const open = [interpreter.begin().next];
    const met = new Set(open.map(getConfigurationKey));
    let sleeps = false;
    let tried = 0;
    let at = 0;
    for (; at < open.length && tried < MAX_TRIED_TRANSITIONS; at++) {
      const from = this.#placeIn(open[at]);
      sleeps ||= from === this.#states.length;
      for (const leaf of open[at].active)
        for (const one of isLeafState(tree, leaf) ? interpreter.outward(leaf) : []) {
          if (++tried > MAX_TRIED_TRANSITIONS) break;
          const { next } = interpreter.microstep(open[at], [one]);
          const way = { transition: one.transition, from, to: this.#placeIn(next) };
          if (way.to !== from) ways.set(getProjectionPathKey(way), way);
          const text = getConfigurationKey(next);
          if (met.has(text)) continue;
          met.add(text);
          open.push(next);
        }
    }
    // Unseen ones may be outside as well.
    const isWhole = at === open.length && tried <= MAX_TRIED_TRANSITIONS;
    return { ways: ways.size > MAX_WAYS ? [] : [...ways.values()], sleeps: sleeps || !isWhole };
  }
}

const getProjectionPathKey = ({ transition, from, to }: Way): string => `${transition}:${from}:${to}`;

const getConfigurationKey = ({ active, memory }: Configuration): string => JSON.stringify([active, memory]);
