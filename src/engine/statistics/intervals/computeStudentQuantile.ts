import { computeExponential } from '../../core/computeExponential.ts';

/** Halvings of the interval that a quantile is sought in: no more digits come after. */
const HALVINGS = 60;
/** Degrees of freedom from which the quantile comes from the normal one, by its expansion. */
const NORMAL_FROM_DEGREES = 200;
/** Degrees of freedom below which the quantile bends too much for a line between whole ones. */
const FEW_DEGREES = 8;
/** Degrees of freedom by which the normal quantile is found in turn. */
const NEARLY_NORMAL = 2000;

const KNOWN_QUANTILES = new Map<string, number>();

/**
 * The quantile of Student's t distribution: the value that is exceeded with probability `tail`. Made of sums, products
 * and roots alone, which are the same in every browser. Between whole degrees of freedom it is interpolated in their
 * inverse, below eight its logarithm is: to within 0.3 %, above two degrees 0.05 %, of tails from 0.0006 on.
 * @param tail above 0, at most 0.5
 * @param freedom degrees of freedom, at least 1; infinite for the normal distribution
 */
export function computeStudentQuantile(tail: number, freedom: number): number {
  if (freedom >= NORMAL_FROM_DEGREES) return expandCornishFisher(computeNormalQuantile(tail), freedom);
  const below = Math.floor(freedom);
  const at = computeIntegerQuantile(tail, below);
  if (below === freedom) return at;
  if (freedom < FEW_DEGREES) return interpolateQuantile(tail, freedom, below);
  // 0 at the whole number below, 1 at the one above.
  const way = ((freedom - below) * (below + 1)) / freedom;
  return at + way * (computeIntegerQuantile(tail, below + 1) - at);
}

/** Whole degrees of freedom that a quantile between two of them comes from. */
const NODES = 5;

/**
 * Lagrange's polynomial through the logarithms at five whole degrees of freedom about the wanted ones. A line through the quantiles of
 * one and two degrees is a fifth too high between them, and of smaller tails more than twice as high.
 */
function interpolateQuantile(tail: number, freedom: number, below: number): number {
  const first = Math.max(1, below - 1);
  const nodes = Array.from({ length: NODES }, (_, i) => first + i);
  let sum = 0;
  for (const node of nodes) {
    let weight = 1;
    for (const other of nodes)
      if (other !== node) weight *= (1 / freedom - 1 / other) / (1 / node - 1 / other);
    sum += weight * computeLogarithm(computeIntegerQuantile(tail, node));
  }
  return computeExponential(sum);
}

/** Roots that bring a quantile near to 1. */
const ROOTS = 8;
/** Divisor of a logarithm: this many roots. */
const PART = 256;

/** The natural logarithm of a number above 0, by that of its 256th root. */
function computeLogarithm(value: number): number {
  let root = value;
  for (let i = 0; i < ROOTS; i++) root = Math.sqrt(root);
  const ratio = (root - 1) / (root + 1);
  const square = ratio * ratio;
  let sum = 0;
  for (let k = 15; k >= 1; k -= 2) sum = 1 / k + square * sum;
  return 2 * PART * ratio * sum;
}

function computeNormalQuantile(tail: number): number {
  return memoizeQuantile(`${tail}`, () => {
    const near = computeIntegerQuantile(tail, NEARLY_NORMAL);
    let z = near;
    // The expansion differs from its argument by less than a thousandth of it.
    for (let i = 0; i < 6; i++) z += near - expandCornishFisher(z, NEARLY_NORMAL);
    return z;
  });
}

/** Cornish and Fisher's expansion about the normal quantile. */
function expandCornishFisher(z: number, freedom: number): number {
  const square = z * z;
  const first = (square + 1) / 4;
  const second = ((5 * square + 16) * square + 3) / 96;
  const third = (((3 * square + 19) * square + 17) * square - 15) / 384;
  return z * (1 + (first + (second + third / freedom) / freedom) / freedom);
}

const computeIntegerQuantile = (tail: number, freedom: number): number =>
  memoizeQuantile(`${tail} ${freedom}`, () => {
    let [low, high] = [0, 1];
    for (let i = 0; i < HALVINGS; i++) {
      const middle = (low + high) / 2;
      if (computeStudentTail(middle, freedom) > tail) low = middle;
      else high = middle;
    }
    return (low * Math.sqrt(freedom)) / Math.sqrt(1 - low * low);
  });

function memoizeQuantile(key: string, find: () => number): number {
  const found = KNOWN_QUANTILES.get(key) ?? find();
  KNOWN_QUANTILES.set(key, found);
  return found;
}

/**
 * Probability beyond t, of whole degrees of freedom: the finite sums in the angle whose tangent is t / √freedom
 * (Abramowitz and Stegun, 26.7.3 and 26.7.4).
 * @param sine of that angle
 */
function computeStudentTail(sine: number, freedom: number): number {
  const square = 1 - sine * sine;
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? Math.sqrt(square) : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k < freedom; k += 2) {
    term *= (square * (k - 1)) / k;
    sum += term;
  }
  const within = isOdd ? (computeArcsine(sine) + sine * sum) * (2 / Math.PI) : sine * sum;
  return (1 - within) / 2;
}

/** The angle of a sine from 0 to below 1, by the tangent of its sixteenth part. */
function computeArcsine(sine: number): number {
  let tangent = sine / Math.sqrt(1 - sine * sine);
  for (let i = 0; i < 4; i++) tangent /= 1 + Math.sqrt(1 + tangent * tangent);
  const square = tangent * tangent;
  let sum = 0;
  for (let k = 19; k >= 1; k -= 2) sum = 1 / k - square * sum;
  return 16 * tangent * sum;
}
