import type { Tick } from '../indices.ts';

/**
 * Rows [from, to) of a tick in a table whose rows are in the order of their ticks.
 * @param tickOf tick of a row
 */
export function rowsOf(count: number, tick: Tick, tickOf: (row: number) => Tick): readonly [number, number] {
  const firstFrom = (wanted: Tick): number => {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (tickOf(middle) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return [firstFrom(tick), firstFrom(tick + 1)];
}
