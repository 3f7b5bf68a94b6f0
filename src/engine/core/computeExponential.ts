/**
 * e^x. Browsers' own functions may differ in the last bit, and drawings and records depend on the result. Halved until
 * small, a Taylor series to rounding, and squared as often.
 * @param x at most 700; from −700 down it is 0
 */
export function computeExponential(x: number): number {
  if (x <= -700) return 0;
  let halvings = 0;
  let small = x;
  while (small < -0.25 || small > 0.25) {
    small /= 2;
    halvings++;
  }
  let term = 1;
  let sum = 1;
  for (let n = 1; n <= 14; n++) {
    term = (term * small) / n;
    sum += term;
  }
  for (; halvings > 0; halvings--) sum *= sum;
  return sum;
}
