import { formatFixedDigits } from '../../engine/core/computeSharedDigits.ts';
import { THOUSANDS } from '../lib/formatCounts.ts';

/** A value in so many digits behind the point, thousands grouped: "61,401.3", "−0.010". */
export const formatFixedNumber = (value: number, digits: number): string => {
  const [whole, ...rest] = formatFixedDigits(value, digits).replace('-', '−').split('.');
  return [whole.replace(THOUSANDS, ','), ...rest].join('.');
};

/** A value for display: shares in per cent. */
export const scaleToUnit = (value: number, unit: string): number => (unit === 'share' ? 100 * value : value);
