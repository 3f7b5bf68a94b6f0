const TICK_UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** Milliseconds without what a multiplication has left: 1.1 h are 3960000, and no more. */
export const roundMilliseconds = (milliseconds: number): number => Math.round(milliseconds * 1e6) / 1e6;

/** `90 s`, `2 min`, `700 ms`: in the largest unit of which it is a whole number. */
export function formatDuration(given: number): string {
  const milliseconds = roundMilliseconds(given);
  const [unit, size] = TICK_UNITS.find(([, one]) => milliseconds >= one && milliseconds % one === 0) ?? [
    'ms',
    1,
  ];
  return `${Math.round((milliseconds / size) * 1000) / 1000} ${unit}`;
}

/** Note on a delay that does not fall on a tick; null for one that does. */
export function describeOffTickDelay(given: number, tick: number): string | null {
  const milliseconds = roundMilliseconds(given);
  const comes = roundMilliseconds(Math.ceil(milliseconds / tick) * tick);
  if (comes === milliseconds) return null;
  return `comes after ${formatDuration(comes)} instead of ${formatDuration(milliseconds)}: a tick is ${formatDuration(tick)}`;
}
