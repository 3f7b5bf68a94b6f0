import { greatest, pairs } from 'd3-array';
import { getOutcomeRange } from '../../engine/model/outcomeDefinition.ts';
import { computeJointInterval } from '../../engine/statistics/intervals/computeJointInterval.ts';
import {
  computeMean,
  computeMeanInterval,
  computePairedInterval,
  getValueKind,
} from '../../engine/statistics/intervals/computeMeanInterval.ts';
import type { Interval } from '../../engine/statistics/intervals/interval.ts';
import {
  isOrderedSweep as isOrderedByValues,
  listSweepComparisons,
} from '../../engine/worlds/listSweepComparisons.ts';
import type { Worlds } from '../state/worldsState.ts';
import { buildSweepCells, type SweepCell } from './cells.ts';
import { computeSpread, type SpreadMean } from './neededWorlds.ts';

/** The mean of some worlds or pairs, at least one, in the outcome’s unit. */
export type MeanEstimate = SpreadMean;

/** A mean difference of one of several comparisons. */
export interface DifferenceEstimate extends MeanEstimate {
  /** 95 % for all comparisons of the sweep together. */
  readonly jointInterval: Interval | null;
}

/** Comparison of two cells, by their places. */
interface SweepStep {
  readonly first: number;
  readonly last: number;
  readonly difference: DifferenceEstimate;
}

/** The same of the two ends. */
interface SweepEnds extends SweepStep {
  /** Means of the worlds that both have. */
  readonly means: readonly [first: number, last: number];
}

/** Means of an outcome over the values of a sweep, each in the order of the cells. */
export interface SweepEstimates {
  readonly cells: readonly SweepCell[];
  /** The cell that the others are compared with: this set-up’s, else the first. */
  readonly reference: number;
  /** Null without a value. */
  readonly means: readonly (MeanEstimate | null)[];
  /** Of each cell less the reference, world by world; null for the reference, and without a pair. */
  readonly differences: readonly (DifferenceEstimate | null)[];
  /** Number of all that `listSweepComparisons` has. */
  readonly comparisons: number;
  /** The last cell less the first, of those with a value; null for fewer than two, and without a pair. */
  readonly ends: SweepEnds | null;
  /** Of a whole sweep over three numbers or more, the neighbours with the greatest difference; null without a pair. */
  readonly step: SweepStep | null;
}

/** True if the interval that holds for all comparisons together does not contain 0. */
export const isDifferent = (estimate: DifferenceEstimate | null): boolean =>
  estimate?.jointInterval != null && (estimate.jointInterval[0] > 0 || estimate.jointInterval[1] < 0);

/** True for a sweep over the values of one number; choices have no order. */
export const isOrderedSweep = (cells: readonly SweepCell[]): boolean =>
  isOrderedByValues(cells.map(({ values }) => values));

/**
 * Means and differences over the worlds of a sweep; at the last place the differences are those of `writeDifferencesCsv`.
 * @param place in their courses
 * @param measure place of the outcome in the definitions
 * @param agents of each world; infinite if unknown
 */
export const estimateSweep = (() => {
  let kept: { readonly key: readonly unknown[]; readonly estimates: SweepEstimates } | null = null;
  return (worlds: Worlds, place: number, measure: number, agents: number): SweepEstimates => {
    const { plan, played, status, baseArm } = worlds;
    // Headline and table show the same, and intervals take a while.
    const key = [plan, played, status, baseArm, place, measure, agents];
    if (kept === null || key.some((part, at) => part !== kept?.key[at]))
      kept = { key, estimates: computeSweepEstimates(worlds, place, measure, agents) };
    return kept.estimates;
  };
})();

function computeSweepEstimates(
  worlds: Worlds,
  place: number,
  measure: number,
  agents: number,
): SweepEstimates {
  const definition = worlds.definitions[measure];
  const { seed } = worlds.plan.arms[0].setup;
  const isWhole = worlds.status !== 'playing';
  const cells = buildSweepCells(worlds, place, measure);
  const range = getOutcomeRange(definition, agents);
  const kind = getValueKind(definition.unit);
  const estimate = (
    values: readonly number[],
    interval: (values: readonly number[]) => Interval | null,
  ): MeanEstimate | null =>
    values.length === 0 ? null : { ...computeSpread(values), interval: isWhole ? interval(values) : null };
  const reference = Math.max(0, worlds.baseArm);
  const hasValue = ({ worlds: own }: SweepCell) => own.length > 0;
  const [first, last] = [cells.findIndex(hasValue), cells.findLastIndex(hasValue)];
  const known = cells.map(cell => new Set(cell.worlds.map(({ world }) => world.world)));
  const comparisons = listSweepComparisons(known, reference, isOrderedSweep(cells)).length;
  const compare = (values: readonly number[]): DifferenceEstimate | null => {
    const own = estimate(values, () => computePairedInterval(values, seed, definition));
    if (own === null) return null;
    return { ...own, jointInterval: computeJointInterval(values, own.interval, comparisons, definition) };
  };
  const difference = first < last ? compare(collectPairDifferences(cells[first], cells[last])) : null;
  const means = cells.map(cell =>
    estimate(
      listByWorld(cell).map(({ value }) => value),
      values => computeMeanInterval(values, seed, kind, range),
    ),
  );
  const step = isWhole && isOrderedSweep(cells) ? findLargestStep(means) : null;
  const change = step && compare(collectPairDifferences(cells[step.first], cells[step.last]));
  return {
    cells,
    reference,
    comparisons,
    means,
    step: step && change && { ...step, difference: change },
    differences: cells.map((cell, at) =>
      at === reference ? null : compare(collectPairDifferences(cells[reference], cell)),
    ),
    ends: difference && { first, last, means: computePairedMeans(cells[first], cells[last]), difference },
  };
}

/** The neighbours whose means are the farthest apart, without values that no world has; null for fewer than three values. */
function findLargestStep(means: readonly (MeanEstimate | null)[]): Pick<SweepStep, 'first' | 'last'> | null {
  const known = means.flatMap((one, at) => (one === null ? [] : [{ at, mean: one.mean }]));
  if (known.length < 3) return null;
  const steps = pairs(known).map(([a, b]) => ({
    ...{ first: a.at, last: b.at },
    size: Math.abs(b.mean - a.mean),
  }));
  return greatest(steps, ({ size }) => size) ?? null;
}

/** Resamples depend on the order of the values. */
const listByWorld = ({ worlds }: SweepCell): SweepCell['worlds'] =>
  [...worlds].sort((a, b) => a.world.world - b.world.world);

/** Means of two cells over the worlds that both have. */
function computePairedMeans(first: SweepCell, second: SweepCell): readonly [first: number, last: number] {
  const meanOf = (own: SweepCell, other: SweepCell) => {
    const known = new Set(other.worlds.map(({ world }) => world.world));
    return computeMean(own.worlds.flatMap(({ world, value }) => (known.has(world.world) ? [value] : [])));
  };
  return [meanOf(first, second), meanOf(second, first)];
}

/** Values of the second less those of the first, of the worlds that both have. */
function collectPairDifferences(first: SweepCell, second: SweepCell): readonly number[] {
  const others = new Map(first.worlds.map(({ world, value }) => [world.world, value]));
  return listByWorld(second).flatMap(({ world, value }) => {
    const other = others.get(world.world);
    return other === undefined ? [] : [value - other];
  });
}
