import type { ParameterDefinition, ParameterValue } from '../../engine/parameters/parameterDefinition.ts';
import { computeWorldBand, type WorldBand } from '../../engine/statistics/quantiles.ts';
import type { World } from '../../engine/worlds/worldCourse.ts';
import type { Worlds } from '../state/worldsState.ts';
import { getOutcomeAt } from './courses.ts';

/** One set-up of a sweep, with an outcome of the worlds that have been played of it. */
export interface SweepCell {
  readonly arm: number;
  /** Of the swept parameters, in their order. */
  readonly values: readonly ParameterValue[];
  /** Worlds that have been played of it, with those in which there is nothing to measure. */
  readonly played: number;
  /** Worlds by their value, the least first. */
  readonly worlds: readonly { readonly world: World; readonly value: number }[];
  /** Null before there is one. */
  readonly band: WorldBand | null;
}

/** The parameters of a sweep; none without one. */
export function findSweptParameters(
  { plan }: Pick<Worlds, 'plan'>,
  parameters: readonly ParameterDefinition[],
) {
  return Object.keys(plan.arms[0].values).flatMap(name => parameters.find(one => one.name === name) ?? []);
}

/** An outcome in each set-up of a sweep, at a place of the courses. @param measure its place in the definitions */
export function buildSweepCells(worlds: Worlds, place: number, measure: number): readonly SweepCell[] {
  const byArm = worlds.plan.arms.map((): { world: World; value: number }[] => []);
  const counts = worlds.plan.arms.map(() => 0);
  for (const world of worlds.played) {
    counts[world.arm]++;
    const value = getOutcomeAt(world, worlds, place, measure);
    if (value !== null) byArm[world.arm].push({ world, value });
  }
  return worlds.plan.arms.map(({ values }, arm) => {
    const own = byArm[arm].sort((a, b) => a.value - b.value || a.world.world - b.world.world);
    const band = computeWorldBand(own.map(({ value }) => value));
    return { arm, values: Object.values(values), played: counts[arm], worlds: own, band };
  });
}

/** The one in the middle of a list in order, of an even number the first of the two, as their quantile has it; undefined for none. */
export const getMiddleItem = <Item>(sorted: readonly Item[]): Item | undefined =>
  sorted[Math.floor((sorted.length - 1) / 2)];
