import { formatPlainCount } from '../core/formatNounCount.ts';
import {
  type ArmContrast,
  type ArmMeasure,
  type GuardComparison,
  PRECISION,
  type SampleFigure,
} from './compareGuardArms.ts';

/** Noun of each measure of recorded cases, which have the calls that were refused, too. */
export const ARM_MEASURE_LABELS: Readonly<Record<ArmMeasure, string>> = {
  success: 'succeeded',
  calls: 'calls begun',
  tokens: 'tokens',
  usd: 'US$',
  minutes: 'time',
};

/**
 * Comparison of both arms, as lines for people; without measures of which nothing is known.
 * @param calls noun of the calls that were counted
 */
export function describeGuardComparison(
  { guarded, unguarded, noted, contrasts, detection, advice }: GuardComparison,
  calls = ARM_MEASURE_LABELS.calls,
): readonly string[] {
  const labels = { ...ARM_MEASURE_LABELS, calls };
  return [
    `${formatPlainCount(guarded + unguarded, 'session')}; the guard acted in ${guarded} and only noted in ${unguarded}`,
    ...(unguarded === 0
      ? []
      : [`where it only noted it would have advised in ${noted.advised} and stopped ${noted.stopped}`]),
    ...contrasts
      .filter(({ guarded: a, unguarded: b }) => a.count + b.count > 0)
      .map(one => `${labels[one.measure]}: ${formatArmContrast(one)}`),
    ...(detection.recall.count + detection.falseAlarms.count === 0
      ? ['detection: no outcome of a session is known in which it only noted']
      : [
          `detection, where it only noted: ${formatShare(detection.recall)} of failures found, ${formatShare(detection.falseAlarms)} of successes stopped, ${formatShare(detection.precision)} of the stopped had failed`,
        ]),
    ...(advice.sessions === 0
      ? []
      : [`advice: obeyed in ${formatShare(advice.obeyed)} sessions that got some`]),
  ];
}

function formatArmContrast(contrast: ArmContrast): string {
  const { difference, interval } = formatArmDifference(contrast);
  const apart =
    difference === null
      ? ''
      : `; difference ${difference}${interval === null ? ', no interval: too few, or all alike' : ` (95 %: ${interval})`}`;
  return `${formatArmFigure(contrast, 'guarded')} with the guard, ${formatArmFigure(contrast, 'unguarded')} without${apart}`;
}

/** Figure of one arm with its number of sessions: "9 of 12 (95 %: 47 to 91 %)", "41 on average of 12", "unknown". */
export const formatArmFigure = (contrast: ArmContrast, arm: 'guarded' | 'unguarded'): string =>
  contrast.measure === 'success'
    ? formatShare(contrast[arm])
    : formatMean(contrast[arm], AMOUNT_FORMATS[contrast.measure]);

/** Guarded less unguarded, "+12 points", and its interval of 95 %, "+3 to +21"; null where there is none. */
export function formatArmDifference({ measure, difference, interval }: ArmContrast): {
  readonly difference: string | null;
  readonly interval: string | null;
} {
  const format = measure === 'success' ? formatPoints : AMOUNT_FORMATS[measure];
  const formatSigned = (value: number) => `${value < 0 ? '−' : '+'}${format(Math.abs(value))}`;
  return {
    difference:
      difference === null ? null : `${formatSigned(difference)}${measure === 'success' ? ' points' : ''}`,
    interval: difference === null || interval === null ? null : interval.map(formatSigned).join(' to '),
  };
}

/**
 * Decision that the comparison allows, or the number of sessions that one needs.
 * @param remedies what to do about an arm without sessions, and about unknown outcomes: a sentence each
 */
export function formatGuardVerdict(
  { contrasts, guarded, unguarded, needed }: GuardComparison,
  remedies: { readonly oneArm: string; readonly noOutcome: string },
): string {
  if (guarded === 0 || unguarded === 0)
    return `Nothing can be compared: all sessions are in one arm. ${remedies.oneArm}`;
  const success = contrasts.find(({ measure }) => measure === 'success');
  if (needed === null || success === undefined || success.interval === null)
    return `The success cannot be compared: outcomes are missing in one arm at least. ${remedies.noOutcome}`;
  const [low, high] = success.interval;
  const fewest = Math.min(success.guarded.count, success.unguarded.count);
  if (low > 0) return 'The guard raised the success: the interval lies above 0.';
  if (high < 0)
    return 'The guard lowered the success: the interval lies below 0. Look at the sessions that it stopped.';
  const points = PRECISION * 100;
  return fewest >= needed
    ? `No difference in success beyond about ±${points} points.`
    : `Not decided: continue until each arm has about ${needed} sessions of known outcome (${fewest} now), which gives the difference to ±${points} points.`;
}

const formatShare = ({ count, value, interval }: SampleFigure): string =>
  value === null
    ? 'unknown'
    : `${Math.round(value * count)} of ${count}${interval === null ? '' : ` (95 %: ${(interval[0] * 100).toFixed(0)} to ${(interval[1] * 100).toFixed(0)} %)`}`;

const formatMean = ({ count, value }: SampleFigure, format: (value: number) => string): string =>
  value === null ? 'unknown' : `${format(value)} on average of ${count}`;

const formatAmount = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));

const formatPoints = (share: number): string => formatAmount(share * 100);

/** Three digits are too many for seconds, which vary with the machine. */
const formatMinutes = (minutes: number): string =>
  minutes < 1 ? `${Number((minutes * 60).toPrecision(2))} s` : `${formatAmount(minutes)} min`;

/** Format of each amount, from 0. */
const AMOUNT_FORMATS: Readonly<Record<Exclude<ArmMeasure, 'success'>, (value: number) => string>> = {
  ...{ calls: formatAmount, tokens: formatAmount, usd: formatAmount, minutes: formatMinutes },
};
