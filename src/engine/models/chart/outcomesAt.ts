import type { Moment, OutcomeValues } from '../../outcomes.ts';
import type { Machine } from '../../statechart/machine.ts';
import { isLeaf } from '../../statechart/tree.ts';

/** The values of `CHART_OUTCOMES` after a tick. O(moves up to it). */
export function outcomesAt({ past, population, chart }: Machine, { tick, counts }: Moment): OutcomeValues {
  const hasMoved = new Uint8Array(population.size);
  let moves = 0;
  past.forEach(past.start, tick, (_, agent) => {
    hasMoved[agent] = 1;
    moves++;
  });
  const movers = hasMoved.reduce((sum, moved) => sum + moved, 0);
  const commonest = Math.max(...Array.from(counts).filter((_, state) => isLeaf(chart.tree, state)));
  return [movers / population.size, moves, commonest / population.size];
}
