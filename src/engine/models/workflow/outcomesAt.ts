import type { Tick } from '../../indices.ts';
import type { OutcomeValues } from '../../outcomes.ts';
import type { Book } from './book.ts';
import type { World } from './world/world.ts';

/** The values of `WORKFLOW_OUTCOMES` after a tick. O(rows + pivots). */
export function outcomesAt(book: Book, world: World, tick: Tick): OutcomeValues {
  const { sold, volume } = world.totalsAt(tick);
  const failed = new Set<string>();
  for (const row of book.rows) {
    if (row.tick > tick) break;
    if (row.failure !== null) failed.add(`${row.tick} ${row.agent}`);
  }
  let pivots = 0;
  for (const course of book.courses) pivots += course.pivots.filter(when => when <= tick).length;
  return [sold, volume, failed.size, pivots];
}
