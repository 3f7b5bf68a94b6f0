import { formatGroupedInteger } from '../lib/formatCounts.ts';

/** `655k` for 655,123. */
export const formatRoughCount = (count: number): string =>
  count < 10_000
    ? formatGroupedInteger(count)
    : count < 1e6
      ? `${Math.round(count / 1000)}k`
      : `${(count / 1e6).toFixed(1)}M`;

/** "43 s", "12 min 5 s", "3 h 20 min" */
export function formatWallDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
