import type { TraceCase } from '../../traces/traces.ts';

/** Ticks that people read at a glance, in seconds: up to a day. */
const READABLE_TICKS: readonly number[] = [
  ...[0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map(minutes => minutes * 60),
  ...[1, 2, 6, 12, 24].map(hours => hours * 3600),
];

/** Maximum number of ticks of a run, if a longer tick allows it. */
const MAX_FITTED_TICKS = 20_000;

/** A tick that suits the recorded times. */
export interface FittingTick {
  readonly seconds: number;
  /** Seconds between two steps of a case, the median; null if no case has two timed steps. */
  readonly median: number | null;
}

/**
 * The longest usual tick with which at least half of the steps come a tick or more after the one before, or a longer
 * one if that makes too many ticks; null if no time is known.
 * @param isTogether true if all cases begin in tick 1
 */
export function findFittingTick(cases: readonly TraceCase[], isTogether: boolean): FittingTick | null {
  const gaps = new Float64Array(cases.reduce((sum, one) => sum + one.steps.length, 0));
  let count = 0;
  let [longest, earliest, latest] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { steps } of cases) {
    let [first, last]: (number | null)[] = [null, null];
    for (const { at } of steps) {
      if (at === null) continue;
      if (last !== null) gaps[count++] = Math.max(0, at - last);
      first ??= at;
      last = Math.max(last ?? at, at);
    }
    if (first === null || last === null) continue;
    longest = Math.max(longest, last - first);
    earliest = Math.min(earliest, first);
    latest = Math.max(latest, last);
  }
  if (latest < earliest) return null;
  const median = count === 0 ? null : computeUpperMedian(gaps.subarray(0, count)) / 1000;
  const least = (isTogether ? longest : latest - earliest) / 1000 / MAX_FITTED_TICKS;
  const close =
    READABLE_TICKS.findLast(seconds => seconds <= (median ?? READABLE_TICKS[0])) ?? READABLE_TICKS[0];
  const seconds =
    close >= least
      ? close
      : (READABLE_TICKS.find(usual => usual >= least) ?? READABLE_TICKS[READABLE_TICKS.length - 1]);
  return { seconds, median };
}

function computeUpperMedian(numbers: Float64Array): number {
  const sorted = numbers.sort();
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** "0.5 s", "15 s", "2 min", "1 h" */
export function formatTickLength(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
}
