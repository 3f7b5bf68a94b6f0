import type { Tick } from '../../engine/core/indices.ts';
import type { OutcomeDefinition } from '../../engine/model/outcomeDefinition.ts';
import { computeWorldBand, type WorldBand } from '../../engine/statistics/quantiles.ts';
import { BY_POLICY } from '../../engine/worlds/buildCommandOptions.ts';
import { findFirstDifference } from '../../engine/worlds/trace.ts';
import { GROWING_TICKS, type World } from '../../engine/worlds/worldCourse.ts';
import type { Worlds } from '../state/worldsState.ts';

/** True if the run and the same without its change are played. */
export const isPairPlan = ({ plan, sweep }: Pick<Worlds, 'plan' | 'sweep'>): boolean =>
  plan.arms.length > 1 && sweep.length === 0;

/** True if the same worlds are decided by a language model, the first arm, and by the policy. */
export const isDeciderComparison = ({ plan }: Pick<Worlds, 'plan'>): boolean =>
  plan.arms[1]?.label === BY_POLICY;

/** Minimum number of worlds for a band. */
export const MIN_BAND_WORLDS = 20;

/** True if some world of a plan can have a value of an outcome. */
export const isOutcomeMeasured = (
  { needs }: OutcomeDefinition,
  { plan }: { readonly plan: Pick<Worlds['plan'], 'arms'> },
): boolean => needs === undefined || plan.arms.some(({ setup }) => Boolean(setup.parameters[needs]));

/** Place of the chosen outcome in the definitions. */
export const findPinnedOutcome = ({ definitions, pinned }: Pick<Worlds, 'definitions' | 'pinned'>): number =>
  Math.max(
    0,
    definitions.findIndex(({ name }) => name === pinned),
  );

type CourseContext = Pick<Worlds, 'ticks' | 'states' | 'definitions'>;

/** Place in `ticks` of the last one that is not after a tick. */
export function findTickPlace({ ticks }: Pick<Worlds, 'ticks'>, tick: Tick): number {
  const after = ticks.findIndex(one => one > tick);
  return after < 0 ? ticks.length - 1 : Math.max(0, after - 1);
}

/** An outcome of a world at a place of its course; null for nothing to measure. @param measure its place in the definitions */
export function getOutcomeAt(
  world: World,
  report: CourseContext,
  place: number,
  measure: number,
): number | null {
  const { course } = world;
  if (course === null) return world.outcomes[measure];
  const value = course[place * (report.states + report.definitions.length) + report.states + measure];
  return Number.isNaN(value) ? null : value;
}

type Among = Pick<Worlds, 'played' | 'origin' | 'shown' | 'baseArm'>;

/** The worlds other than the one on the screen, of the run's set-up. */
export function selectOtherWorlds({ played, origin, shown, baseArm }: Among): readonly World[] {
  const own = played.filter(
    ({ arm, world }) => arm === baseArm && !(shown?.arm === arm && shown.world === world),
  );
  return shown === null || origin === null ? own : [origin, ...own];
}

/** The world on the screen; null if it was not played as one of them. */
export const findCurrentWorld = ({ played, origin, shown }: Among): World | null =>
  shown === null
    ? origin
    : (played.find(({ arm, world }) => arm === shown.arm && world === shown.world) ?? null);

/** The same of all worlds in which there is something to measure, with the world. */
export function collectOutcomesAt(
  worlds: Worlds,
  place: number,
  measure: number,
): readonly { readonly world: World; readonly value: number }[] {
  return selectOtherWorlds(worlds).flatMap(world => {
    const value = getOutcomeAt(world, worlds, place, measure);
    return value === null ? [] : [{ world, value }];
  });
}

/** True if an outcome of a world changed in the last `GROWING_TICKS` ticks before a place of its course. */
export function isOutcomeGrowingAt(
  world: World,
  report: CourseContext,
  place: number,
  measure: number,
): boolean {
  const before = findTickPlace(report, report.ticks[place] - GROWING_TICKS);
  return getOutcomeAt(world, report, place, measure) !== getOutcomeAt(world, report, before, measure);
}

/** Worlds that have been played both with and without the change. */
export function countPairs({ played }: Pick<Worlds, 'played'>): number {
  const without = new Set(played.flatMap(({ arm, world }) => (arm === 0 ? [world] : [])));
  return played.filter(({ arm, world }) => arm === 1 && without.has(world)).length;
}

/** An outcome of the run less that of the run without its change, by world: an interval depends on the order. */
export function computeDifferencesAt(worlds: Worlds, place: number, measure: number): readonly number[] {
  const others = new Map(worlds.played.filter(({ arm }) => arm === 0).map(world => [world.world, world]));
  const own = worlds.played.filter(({ arm }) => arm === 1).sort((a, b) => a.world - b.world);
  return own.flatMap(world => {
    const other = others.get(world.world);
    const value = getOutcomeAt(world, worlds, place, measure);
    const its = other === undefined ? null : getOutcomeAt(other, worlds, place, measure);
    return value === null || its === null ? [] : [value - its];
  });
}

/**
 * The tick in which the run and the same without its change first part, world by world: somebody sees or does something
 * else; infinite if nobody ever does.
 */
export function collectPartingTicks({ played }: Pick<Worlds, 'played'>): readonly number[] {
  const others = new Map(played.filter(({ arm }) => arm === 1).map(({ world, trace }) => [world, trace]));
  return played.flatMap(({ arm, world, trace }) => {
    const other = others.get(world);
    return arm !== 0 || trace === null || other == null ? [] : [findFirstDifference(trace, other)];
  });
}

/** Fewest worlds whose range is drawn before there are enough for a band. */
export const MIN_RANGE_WORLDS = 3;

/** The drawn range of some worlds: that of nine in ten or, of fewer than 20, of all; null for fewer than 3. */
export function computeOutcomeBand(values: readonly number[]): WorldBand | null {
  if (values.length < MIN_RANGE_WORLDS) return null;
  const band = computeWorldBand(values);
  if (band === null || values.length >= MIN_BAND_WORLDS) return band;
  return { ...band, low: Math.min(...values), high: Math.max(...values) };
}

/** Meaning of the band for this number of worlds: "9 in 10 worlds", "all of 7 worlds" */
const describeOutcomeBand = (worlds: number): string =>
  worlds < MIN_BAND_WORLDS ? `all of ${worlds} worlds` : '9 in 10 worlds';

/**
 * Agents outside the resting state at each tick, over all worlds, with a description; null without such a state, and
 * for too few worlds.
 */
export function computeActiveBands(worlds: Worlds): Worlds['active'] {
  const { ticks, states, definitions, apart } = worlds;
  const played = selectOtherWorlds(worlds);
  if (played.length < MIN_RANGE_WORLDS || apart < 0) return null;
  const width = states + definitions.length;
  const bands = ticks.map((_, place) =>
    computeOutcomeBand(played.map(({ course }) => countActiveInCourse(course, place * width, states, apart))),
  );
  return { bands, words: describeOutcomeBand(played.length) };
}

/** The sum of a row's states but one. */
function countActiveInCourse(course: World['course'], at: number, states: number, apart: number): number {
  let sum = 0;
  for (let state = 0; state < states; state++) if (state !== apart) sum += course?.[at + state] ?? 0;
  return sum;
}
