const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** `90 s`, `2 min`, `700 ms`: in the largest unit of which it is a whole number. */
export function durationText(milliseconds: number): string {
  const [unit, size] = UNITS.find(([, one]) => milliseconds >= one && milliseconds % one === 0) ?? ['ms', 1];
  return `${Math.round((milliseconds / size) * 1000) / 1000} ${unit}`;
}

/** What is said of a delay that does not fall on a tick; null for one that does. */
export function tickNote(milliseconds: number, tick: number): string | null {
  const comes = Math.ceil(milliseconds / tick) * tick;
  if (comes === milliseconds) return null;
  return `comes after ${durationText(comes)} instead of ${durationText(milliseconds)}: a tick is ${durationText(tick)}`;
}
