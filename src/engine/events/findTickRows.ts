import { findFirstAtLeast } from '../core/findFirstAtLeast.ts';
import type { Tick } from '../core/indices.ts';

/**
 * Rows [from, to) of a tick in a table whose rows are in the order of their ticks.
 * @param tickOf tick of a row
 */
export function findTickRows(
  count: number,
  tick: Tick,
  tickOf: (row: number) => Tick,
): readonly [number, number] {
  return [findFirstAtLeast(count, tick, tickOf), findFirstAtLeast(count, tick + 1, tickOf)];
}
