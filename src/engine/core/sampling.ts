/** Inverse transform: the option whose share of [0, 1) holds `u`. */
export function sampleOption(probabilities: readonly number[], u: number): number {
  let sum = 0;
  for (let i = 1; i < probabilities.length; i++) {
    sum += probabilities[i];
    if (u < sum) return i;
  }
  return 0;
}

/** True for probabilities of that many options; their sum may be off by a thousandth through rounding. */
export function isDistribution(probabilities: readonly number[], options: number): boolean {
  const sum = probabilities.reduce((total, p) => total + (p >= 0 ? p : Number.NaN), 0);
  return probabilities.length === options && Math.abs(sum - 1) < 1e-3;
}
