import type { Tick } from '../../../engine/core/indices.ts';
import type { RunState } from '../../state/pageState.ts';

interface Sums {
  upTo: Tick;
  readonly sums: number[];
}
/** Sums of the flows so far: while the tick goes forward, each is added once. */
const known = new WeakMap<object, Sums>();

/** How many missions each rule has stopped, by its trigger, up to a tick. */
export function countVerdictsUpTo(run: RunState, tick: Tick): ReadonlyMap<string, number> {
  const { columns, info } = run;
  const { transitions } = info.chart;
  const before = known.get(columns);
  const sums =
    before !== undefined && before.upTo <= tick
      ? before
      : { upTo: columns.first - 1, sums: transitions.map(() => 0) };
  known.set(columns, sums);
  for (; sums.upTo < Math.min(tick, columns.head); sums.upTo++)
    transitions.forEach((_, position) => {
      sums.sums[position] += columns.flow(sums.upTo + 1, position);
    });
  const verdicts = new Map<string, number>();
  transitions.forEach(({ trigger, target }, position) => {
    if (!target.startsWith('stuck_')) return;
    verdicts.set(trigger, (verdicts.get(trigger) ?? 0) + sums.sums[position]);
  });
  return verdicts;
}
