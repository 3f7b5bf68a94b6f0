import { Random } from '../../../core/random.ts';
import type { StopRule } from '../../../rules/stopRule.ts';
import { RecordedDomain } from '../recordedDomain.ts';
import type { PreparedCase } from './prepareCases.ts';
import type { Measure } from './ruleAmounts.ts';
import { groupCasesByTask } from './ruleOutcomes.ts';
import { findFirstFiring } from './stops.ts';

/** Halves of the tasks that are drawn, and the least of them for very many tasks. */
const MAX_SPLITS = 200;
const MIN_SPLITS = 20;
/** Tasks of all splits together, which take time. */
const MAX_SPLIT_TASKS = 400_000;

/** Tasks after which others have their turn. */
const TASKS_AT_ONCE = 1_000;

/** A rule that can be chosen. */
interface HeldOutCandidate {
  /** Null for a rule without a threshold. */
  readonly threshold: number | null;
  readonly rule: StopRule;
}

/** One split: the choice on one half of the tasks, and its effect on the other. */
interface HeldOutSplit {
  /** The chosen threshold; null for none, or for a rule without one. */
  readonly threshold: number | null;
  /** False if no candidate saved anything on the first half without losing a success: nothing would be stopped. */
  readonly isChosen: boolean;
  /** Share of the amount that is saved in failed cases of the other half, 0 to 1. */
  readonly saved: number;
  /** Successes of the other half that are lost. */
  readonly lost: number;
}

/** Choices on random halves of the tasks, each seen on its other half. */
export interface HeldOutReport {
  readonly measure: Measure;
  readonly splits: readonly HeldOutSplit[];
  /** Of the saved shares: 5 % quantile, median, 95 % quantile. */
  readonly range: readonly [low: number, median: number, high: number];
}

/** Effects of the candidates on a task. */
interface TaskEffects {
  readonly amount: number;
  /** By candidate. */
  readonly saved: readonly number[];
  readonly lost: readonly number[];
}

/**
 * Chooses on random halves of the tasks the candidate that saves most without losing a success, and sees what it does on
 * the other halves. Null where no outcome is known, or there is one task alone.
 * @param rest is awaited from time to time
 */
export async function computeHoldOut(
  cases: readonly PreparedCase[],
  candidates: readonly HeldOutCandidate[],
  measure: Measure,
  seed: number,
  rest: () => Promise<unknown>,
): Promise<HeldOutReport | null> {
  if (!cases.some(({ source }) => source.outcome !== null)) return null;
  const tasks: TaskEffects[] = [];
  for (const [i, task] of groupCasesByTask(cases).entries()) {
    tasks.push(measureTask(task, candidates, measure));
    if (i % TASKS_AT_ONCE === TASKS_AT_ONCE - 1) await rest();
  }
  if (tasks.length < 2) return null;
  const random = new Random(seed, RecordedDomain.heldOut);
  const count = Math.max(MIN_SPLITS, Math.min(MAX_SPLITS, Math.floor(MAX_SPLIT_TASKS / tasks.length)));
  const splits: HeldOutSplit[] = [];
  for (let split = 0; split < count; split++) {
    const order = tasks.map((task, i) => ({ task, bits: random.bits(i, split, 0) }));
    order.sort((a, b) => a.bits - b.bits);
    const middle = Math.ceil(tasks.length / 2);
    const half = (from: number, to?: number) => order.slice(from, to).map(({ task }) => task);
    splits.push(chooseOnHalf(half(0, middle), half(middle), candidates));
    if (tasks.length > TASKS_AT_ONCE) await rest();
  }
  const sorted = splits.map(({ saved }) => saved).sort((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.min(count - 1, Math.floor(share * count))];
  return { measure, splits, range: [quantile(0.05), quantile(0.5), quantile(0.95)] };
}

function measureTask(
  task: readonly PreparedCase[],
  candidates: readonly HeldOutCandidate[],
  measure: Measure,
): TaskEffects {
  const saved = candidates.map(() => 0);
  const lost = candidates.map(() => 0);
  for (const one of task)
    for (const [i, { rule }] of candidates.entries()) {
      const place = findFirstFiring(one, rule);
      if (place === -1 || place === one.lastPlace) continue;
      if (one.source.outcome === 'failed') saved[i] += one.ledger.from(place + 1)[measure] ?? 0;
      if (one.source.outcome === 'succeeded') lost[i]++;
    }
  return { amount: task.reduce((sum, { total }) => sum + (total[measure] ?? 0), 0), saved, lost };
}

function chooseOnHalf(
  own: readonly TaskEffects[],
  other: readonly TaskEffects[],
  candidates: readonly HeldOutCandidate[],
): HeldOutSplit {
  let [best, most] = [-1, 0];
  for (let i = 0; i < candidates.length; i++) {
    const saved = own.reduce((sum, task) => sum + task.saved[i], 0);
    if (saved > most && own.every(task => task.lost[i] === 0)) [best, most] = [i, saved];
  }
  if (best === -1) return { threshold: null, isChosen: false, saved: 0, lost: 0 };
  const amount = other.reduce((sum, task) => sum + task.amount, 0);
  const saved = other.reduce((sum, task) => sum + task.saved[best], 0);
  return {
    threshold: candidates[best].threshold,
    isChosen: true,
    saved: amount === 0 ? 0 : saved / amount,
    lost: other.reduce((sum, task) => sum + task.lost[best], 0),
  };
}
