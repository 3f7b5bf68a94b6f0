import { Random } from '../../../random.ts';
import type { Interval } from '../../../worlds/intervals.ts';
import { ascending, quantile } from '../../../worlds/quantiles.ts';
import { RecordedDomain } from '../domain.ts';
import type { Measure } from './amounts.ts';
import type { PreparedCase } from './prepare.ts';
import type { StopRule } from './rule.ts';
import { firstFire } from './stops.ts';
import { casesByTask } from './task.ts';

const RESAMPLES = 1_000;
const MIDDLE_95 = [0.025, 0.975] as const;

/** Intervals of 95 % for shares of what a rule saves and cuts; null where the share is unknown. */
export interface SavingIntervals {
  readonly savedOfFailed: Interval | null;
  readonly savedOfAll: Interval | null;
  readonly cutOfAll: Interval | null;
}

/** Amounts of the cases of one task. */
interface TaskSums {
  saved: number;
  cut: number;
  failed: number;
  all: number;
}
type Amount = keyof TaskSums;

/**
 * Bootstrap intervals from 1,000 resamples of tasks, for cases of one task are alike; drawn by a seed. None from fewer
 * than two tasks.
 */
export function savingIntervals(
  cases: readonly PreparedCase[],
  rule: StopRule,
  measure: Measure,
  seed: number,
): SavingIntervals {
  const tasks = casesByTask(cases).map(task => sumsOf(task, rule, measure));
  const isKnown = tasks.length > 1 && cases.some(one => one.total[measure] !== null);
  const hasOutcome = cases.some(({ source }) => source.outcome !== null);
  if (!isKnown || !hasOutcome) return { savedOfFailed: null, savedOfAll: null, cutOfAll: null };
  const samples = resampled(tasks, seed);
  const share = (part: Amount, whole: Amount): Interval | null => {
    const shares = samples.flatMap(sums => (sums[whole] > 0 ? [sums[part] / sums[whole]] : []));
    if (shares.length === 0) return null;
    const sorted = ascending(Float64Array.from(shares));
    return [quantile(sorted, MIDDLE_95[0]), quantile(sorted, MIDDLE_95[1])];
  };
  return {
    savedOfFailed: share('saved', 'failed'),
    savedOfAll: share('saved', 'all'),
    cutOfAll: share('cut', 'all'),
  };
}

function sumsOf(cases: readonly PreparedCase[], rule: StopRule, measure: Measure): TaskSums {
  const sums: TaskSums = { saved: 0, cut: 0, failed: 0, all: 0 };
  for (const one of cases) {
    const total = one.total[measure] ?? 0;
    const { outcome } = one.source;
    const step = outcome === null ? -1 : firstFire(one, rule);
    const after = step === -1 ? 0 : (one.ledger.from(step + 1)[measure] ?? 0);
    sums.all += total;
    if (outcome === 'failed') {
      sums.failed += total;
      sums.saved += after;
    } else sums.cut += after;
  }
  return sums;
}

function resampled(tasks: readonly TaskSums[], seed: number): TaskSums[] {
  const random = new Random(seed, RecordedDomain.intervals);
  return Array.from({ length: RESAMPLES }, (_, sample) => {
    const sums: TaskSums = { saved: 0, cut: 0, failed: 0, all: 0 };
    for (let draw = 0; draw < tasks.length; draw++) {
      const task = tasks[Math.floor(random.unit(draw, sample, 0) * tasks.length)];
      sums.saved += task.saved;
      sums.cut += task.cut;
      sums.failed += task.failed;
      sums.all += task.all;
    }
    return sums;
  });
}
