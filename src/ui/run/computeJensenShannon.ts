/**
 * Jensen–Shannon divergence of two distributions over the same options, in bits: 0 for the same, 1 for disjoint.
 * J. Lin, "Divergence measures based on the Shannon entropy", IEEE Trans. Inf. Theory 37 (1991).
 */
export function computeJensenShannon(p: readonly number[], q: readonly number[]): number {
  const middle = p.map((x, i) => (x + (q[i] ?? 0)) / 2);
  return (computeRelativeEntropy(p, middle) + computeRelativeEntropy(q, middle)) / 2;
}

/** Kullback–Leibler divergence in bits; a zero share adds nothing. */
const computeRelativeEntropy = (p: readonly number[], m: readonly number[]): number =>
  p.reduce((sum, x, i) => sum + (x > 0 ? x * Math.log2(x / m[i]) : 0), 0);
