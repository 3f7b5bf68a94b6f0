import { computeDifferenceInterval } from '../statistics/intervals/computeDifferenceInterval.ts';
import { computeMean, computeMeanInterval } from '../statistics/intervals/computeMeanInterval.ts';
import { computeWilsonInterval } from '../statistics/intervals/computeShareInterval.ts';
import { computeStudentQuantile } from '../statistics/intervals/computeStudentQuantile.ts';
import { type Interval, TAIL } from '../statistics/intervals/interval.ts';

/** A session of the experiment: a unit that was drawn, with its sub-agents. */
export interface GuardTrial {
  readonly session: string;
  /** True if it was drawn for the guard to act. */
  readonly acts: boolean;
  /** Null if nobody says. */
  readonly outcome: 'failed' | 'succeeded' | null;
  readonly calls: number | null;
  readonly tokens: number | null;
  readonly usd: number | null;
  readonly minutes: number | null;
  /** True if the guard stopped it, or would have. */
  readonly isStopped: boolean;
  /** Times that advice was given, or would have been, and what the agent did then. */
  readonly advised: number;
  readonly obeyed: number;
  readonly ignored: number;
}

/** A figure of a sample. Shares are 0 to 1; the interval is of 95 %, null if the sample is not enough for one. */
export interface SampleFigure {
  readonly count: number;
  readonly value: number | null;
  readonly interval: Interval | null;
}

/** Both arms in one measure. */
export interface ArmContrast {
  readonly measure: ArmMeasure;
  readonly guarded: SampleFigure;
  readonly unguarded: SampleFigure;
  /** Guarded less unguarded; null without both. */
  readonly difference: number | null;
  /** Of 95 %; null if a sample is not enough. */
  readonly interval: Interval | null;
}

/** Result of a randomised comparison of sessions in which the guard acted with those in which it only noted. */
export interface GuardComparison {
  readonly guarded: number;
  readonly unguarded: number;
  /** Sessions in which it only noted, and would have advised or stopped. */
  readonly noted: { readonly advised: number; readonly stopped: number };
  /** By intention to treat: every session counts in the arm that it was drawn for. */
  readonly contrasts: readonly ArmContrast[];
  /** Detection of failures, in sessions in which the guard only noted: where it acts, it changes what it would detect. */
  readonly detection: {
    readonly precision: SampleFigure;
    readonly recall: SampleFigure;
    readonly falseAlarms: SampleFigure;
  };
  /** In sessions in which it acted. */
  readonly advice: { readonly sessions: number; readonly obeyed: SampleFigure };
  /** Sessions of each arm for an interval of ± `PRECISION` of the success; null if no outcome is known. */
  readonly needed: number | null;
}

/** Measures that are compared. */
const ARM_MEASURES = ['success', 'calls', 'tokens', 'usd', 'minutes'] as const;
/** One of `ARM_MEASURES`. */
export type ArmMeasure = (typeof ARM_MEASURES)[number];

/** Half-width of the interval of the difference in success that deserves a decision. */
export const PRECISION = 0.1;
const BOOTSTRAP_SEED = 1;

/** Compares the arms of an experiment. */
export function compareGuardArms(trials: readonly GuardTrial[]): GuardComparison {
  const guarded = trials.filter(({ acts }) => acts);
  const unguarded = trials.filter(({ acts }) => !acts);
  const known = unguarded.filter(({ outcome }) => outcome !== null);
  const failed = known.filter(({ outcome }) => outcome === 'failed');
  const succeeded = known.filter(({ outcome }) => outcome === 'succeeded');
  const advised = guarded.filter(trial => trial.advised > 0);
  return {
    ...{ guarded: guarded.length, unguarded: unguarded.length },
    noted: {
      advised: unguarded.filter(trial => trial.advised > 0).length,
      stopped: unguarded.filter(({ isStopped }) => isStopped).length,
    },
    contrasts: ARM_MEASURES.map(measure => contrastArms(measure, guarded, unguarded)),
    detection: {
      precision: estimateShare(
        known.filter(({ isStopped }) => isStopped),
        ({ outcome }) => outcome === 'failed',
      ),
      recall: estimateShare(failed, ({ isStopped }) => isStopped),
      falseAlarms: estimateShare(succeeded, ({ isStopped }) => isStopped),
    },
    // By session, since an agent that heeds advice once in a session is likely to heed it again.
    advice: { sessions: advised.length, obeyed: estimateShare(advised, ({ obeyed }) => obeyed > 0) },
    needed: computeNeededSessions(guarded, unguarded),
  };
}

function contrastArms(
  measure: ArmMeasure,
  guarded: readonly GuardTrial[],
  unguarded: readonly GuardTrial[],
): ArmContrast {
  const [b, a] = [guarded, unguarded].map(arm => estimateMeasure(measure, arm));
  const isWhole = a.value !== null && b.value !== null;
  return {
    ...{ measure, guarded: b, unguarded: a },
    difference: isWhole ? (b.value as number) - (a.value as number) : null,
    interval:
      a.interval === null || b.interval === null || !isWhole
        ? null
        : computeDifferenceInterval(
            { value: a.value as number, interval: a.interval },
            { value: b.value as number, interval: b.interval },
            0,
          ),
  };
}

function estimateMeasure(measure: ArmMeasure, arm: readonly GuardTrial[]): SampleFigure {
  if (measure === 'success')
    return estimateShare(
      arm.filter(({ outcome }) => outcome !== null),
      ({ outcome }) => outcome === 'succeeded',
    );
  const values = arm.flatMap(trial => trial[measure] ?? []);
  if (values.length === 0) return { count: 0, value: null, interval: null };
  const interval = computeMeanInterval(values, BOOTSTRAP_SEED, 'number', [0, Number.POSITIVE_INFINITY]);
  return { count: values.length, value: computeMean(values), interval };
}

function estimateShare(all: readonly GuardTrial[], holds: (trial: GuardTrial) => boolean): SampleFigure {
  const { length: n } = all;
  if (n === 0) return { count: 0, value: null, interval: null };
  const count = all.filter(holds).length;
  return { count: n, value: count / n, interval: computeWilsonInterval(count, n) };
}

/** Of equal arms whose success varies as that of all sessions so far. */
function computeNeededSessions(
  guarded: readonly GuardTrial[],
  unguarded: readonly GuardTrial[],
): number | null {
  const known = [...guarded, ...unguarded].filter(({ outcome }) => outcome !== null);
  if (known.length === 0) return null;
  // One more of each, since so far alike does not mean that all will be.
  const share = (known.filter(({ outcome }) => outcome === 'succeeded').length + 1) / (known.length + 2);
  const z = computeStudentQuantile(TAIL, Number.POSITIVE_INFINITY);
  return Math.ceil((2 * share * (1 - share) * z * z) / (PRECISION * PRECISION));
}

/** Sum of the amounts of a session and its sub-agents; null if one of them is unknown. */
export const sumKnown = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);
