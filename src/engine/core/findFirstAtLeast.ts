/**
 * The first of `count` places with a value of at least `least`, for values that never fall; `count` for none.
 * @param valueAt value at a place
 */
export function findFirstAtLeast(count: number, least: number, valueAt: (place: number) => number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (valueAt(middle) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
