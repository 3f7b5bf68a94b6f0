import { computeWeightRange, type WeightRange } from '../computeWeightRange.ts';
import { type EdgeColumns, type Merge, sortArcs } from '../network.ts';
import type { RepeatRule, RepeatWays } from './edgeReading.ts';

/** The greatest finite number of 32 bits. */
const GREATEST = 3.4028234663852886e38;

/** What the rules for repeated edges make of their weights. Unless the first is kept, the order of the edges does not matter. */
export const MERGES: Readonly<Record<RepeatRule, Merge>> = {
  // From the least to the greatest; finite, as all weights are.
  sum: weights =>
    Math.min(
      Float64Array.from(weights)
        .sort()
        .reduce((sum, weight) => sum + weight, 0),
      GREATEST,
    ),
  max: weights => weights.reduce((most, weight) => Math.max(most, weight), 0),
  first: ([weight]) => weight,
};

/** What each rule would make of the weights of arcs, of which some are there more than once. @param arcs with weights */
export function compareRepeatRules(nodes: number, arcs: EdgeColumns): RepeatWays {
  const way = (rule: RepeatRule): WeightRange =>
    computeWeightRange(sortArcs(nodes, arcs, MERGES[rule]).weights ?? new Float32Array(1));
  return { sum: way('sum'), max: way('max'), first: way('first') };
}
