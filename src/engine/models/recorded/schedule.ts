import type { Tick } from '../../core/indices.ts';
import type { TraceCase } from '../../traces/traces.ts';

/** A tick that never comes. */
export const NEVER_TICK: Tick = 0x7fffffff;

/** The tick of each step, and of each case's end. */
export interface Schedule {
  /** Step `i` of case `c` has number `first[c] + i`; the last entry is the number of steps. */
  readonly first: Uint32Array;
  /** By number of a step. */
  readonly tickOf: Int32Array;
  /** By case: the tick after its last step; `NEVER` for one that is still under way. */
  readonly endOf: Int32Array;
  /** Steps that come later than their time stamp says, because another one of their case has that tick. */
  readonly delayed: number;
  /** The last tick in which something happens. */
  readonly lasts: Tick;
}

/** A time axis: by step, or by time stamps in ticks of so many seconds, from each case's own beginning or that of all. */
export type Axis =
  | { readonly by: 'step' }
  | { readonly by: 'time'; readonly tickSeconds: number; readonly isTogether: boolean };

/** Places the steps of all cases on an axis: each at most one a tick, in its own order. */
export function buildSchedule(
  cases: readonly TraceCase[],
  axis: Axis,
  isUnderWay: (one: TraceCase) => boolean = () => false,
): Schedule {
  const first = new Uint32Array(cases.length + 1);
  for (const [c, { steps }] of cases.entries()) first[c + 1] = first[c] + steps.length;
  const tickOf = new Int32Array(first[cases.length]);
  const endOf = new Int32Array(cases.length);
  const earliest = findEarliestTime(cases);
  let [delayed, lasts] = [0, 0];
  for (const [c, { steps }] of cases.entries()) {
    const zero =
      axis.by === 'step' || !axis.isTogether ? earliest : (steps.find(({ at }) => at !== null)?.at ?? 0);
    let last: Tick = 0;
    for (const [i, { at }] of steps.entries()) {
      const due =
        axis.by === 'step' || at === null
          ? last + 1
          : 1 + Math.floor((at - zero) / (axis.tickSeconds * 1000));
      last = Math.max(due, last + 1);
      if (last > due) delayed++;
      tickOf[first[c] + i] = last;
    }
    endOf[c] = isUnderWay(cases[c]) ? NEVER_TICK : last + 1;
    lasts = Math.max(lasts, endOf[c] === NEVER_TICK ? last : last + 1);
  }
  return { first, tickOf, endOf, delayed, lasts };
}

/** Milliseconds at the beginning of the earliest step; 0 if no time is known. */
function findEarliestTime(cases: readonly TraceCase[]): number {
  let earliest = Number.POSITIVE_INFINITY;
  for (const { steps } of cases) for (const { at } of steps) if (at !== null && at < earliest) earliest = at;
  return earliest === Number.POSITIVE_INFINITY ? 0 : earliest;
}
