import { computeSharedDigits, formatFixedDigits } from '../../../core/computeSharedDigits.ts';
import type { Contrast } from './resampled.ts';

/** Digits that an interval may add to those of its row, so that no end of it that is not 0 looks like 0. */
const MAX_EXTRA_DIGITS = 2;

/** From here on an end of an interval takes no digits behind the point. */
const LARGE = 1000;

/** A contrast in words, all in the same digits behind the point; null for what is not there. */
interface FormattedContrast {
  readonly a: string | null;
  readonly b: string | null;
  /** Without a plus. */
  readonly difference: string | null;
  readonly interval: readonly [low: string, high: string] | null;
}

/** Factor from a figure to its displayed unit: shares in per cent, milliseconds in seconds. */
export const getUnitScale = (unit: string): number => (unit === 'share' ? 100 : unit === 'ms' ? 0.001 : 1);

/**
 * Both figures, what B has more, and the ends of its interval, for the command line and the page alike.
 * @param write a value in so many digits behind the point
 */
export function formatContrast(
  { a, b, difference, intervals }: Contrast,
  scale: number,
  write: (value: number, digits: number) => string = formatFixedDigits,
): FormattedContrast {
  const scaled = (value: number | null) => value && value * scale;
  const ends = intervals.difference?.map(end => end * scale) ?? [];
  const digits = computeContrastDigits(scaled(a), scaled(b), ends);
  const format = (value: number | null) => (value === null ? null : write(value * scale, digits));
  const [low, high] = ends.map(end => write(end, digits));
  return {
    a: format(a),
    b: format(b),
    difference: format(difference),
    interval: low === undefined || high === undefined ? null : [low, high],
  };
}

function computeContrastDigits(a: number | null, b: number | null, ends: readonly number[]): number {
  const broken = ends.filter(end => !Number.isInteger(end)).map(computeDefaultDigits);
  const isWhole = [a, b].every(value => value === null || Number.isInteger(value));
  const least =
    isWhole && broken.length > 0 ? Math.min(...broken) : computeSharedDigits(a, b, computeDefaultDigits);
  const most = ends.some(end => Math.abs(end) >= LARGE) ? least : least + MAX_EXTRA_DIGITS;
  for (let digits = least; digits <= most; digits++)
    if (ends.every(end => end === 0 || Number(formatFixedDigits(end, digits)) !== 0)) return digits;
  return least;
}

/** Four digits at least, and no more behind the point than they take. */
function computeDefaultDigits(value: number): number {
  const size = Math.abs(value);
  return size >= LARGE ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3;
}
