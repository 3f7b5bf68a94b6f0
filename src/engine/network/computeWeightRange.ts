/** The least and the greatest of some weights. */
export interface WeightRange {
  readonly least: number;
  readonly greatest: number;
}

/** The range of weights, of which there is one at least. */
export function computeWeightRange(weights: Float32Array): WeightRange {
  let [least, greatest] = [weights[0], weights[0]];
  for (const weight of weights) {
    least = Math.min(least, weight);
    greatest = Math.max(greatest, weight);
  }
  return { least, greatest };
}

/** "weights from 0.1 to 3" */
export const describeWeightRange = ({ least, greatest }: WeightRange): string =>
  `weights from ${formatShortWeight(least)} to ${formatShortWeight(greatest)}`;

/** A weight of 32 bits as it was most likely written. */
const formatShortWeight = (weight: number): string => String(Number(weight.toPrecision(6)));
