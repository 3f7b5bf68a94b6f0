import type { ClockWindow } from './clockWindow.ts';

/** A line of the axis. */
export interface ClockTick {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** "14:20", "14:20:05", "14:20:20.250", "14:20:20.2505"; at a midnight its date. */
  readonly label: string;
  /** True at the beginning of a day. */
  readonly isDay: boolean;
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

/** Distances between lines, milliseconds. */
const STEPS: readonly number[] = [
  ...[0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map(seconds => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map(minutes => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map(hours => hours * HOUR),
];
/** The same in days. */
const DAYS: readonly number[] = [1, 2, 7, 14, 28, 91, 182, 364, 1820, 3640];

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const two = (value: number): string => String(value).padStart(2, '0');

/** "29 Nov 2026", in local time. */
export function formatClockDay(at: number): string {
  const date = new Date(at);
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
}

/** "14:20", with seconds, thousandths and ten-thousandths if the step is that fine. @param step milliseconds, at least 0.1 */
export function formatClockTime(at: number, step: number): string {
  if (step < 1) {
    // A double keeps no exact tenth of a millisecond at this size.
    const tenths = Math.round(at * 10);
    const whole = Math.floor(tenths / 10);
    return `${formatClockTime(whole, 1)}${tenths - whole * 10}`;
  }
  const date = new Date(at);
  const minutes = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (step >= MINUTE) return minutes;
  const seconds = `${minutes}:${two(date.getSeconds())}`;
  return step >= SECOND ? seconds : `${seconds}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** Midnight at the beginning of a day, in local time; `by` days later. */
function getMidnight(at: number, by = 0): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + by).getTime();
}

/** The smallest usual distance that is at least so long, milliseconds. */
function computeClockStep(least: number): number {
  const step = STEPS.find(one => one >= least);
  if (step !== undefined) return step;
  const days = DAYS.find(one => one * DAY >= least) ?? DAYS[DAYS.length - 1];
  return days * DAY;
}

/** Distance between two lines with labels, pixels; labels with thousandths are longer. */
const [LABEL, FINE_LABEL] = [84, 108];

/** The lines of a stretch of time, in local time. @param width of it, pixels */
export function listClockTicks({ from, until }: ClockWindow, width: number): readonly ClockTick[] {
  const perPixel = (until - from) / width;
  const usual = computeClockStep(LABEL * perPixel);
  const step = usual < SECOND ? computeClockStep(FINE_LABEL * perPixel) : usual;
  const ticks: ClockTick[] = [];
  if (step >= DAY) {
    for (let day = getMidnight(from); day <= until; day = getMidnight(day, Math.round(step / DAY)))
      if (day >= from) ticks.push({ at: day, label: formatClockDay(day), isDay: true });
    return ticks;
  }
  for (let day = getMidnight(from); day <= until; day = getMidnight(day, 1)) {
    const end = getMidnight(day, 1);
    const skipped = Math.max(0, Math.ceil((from - day) / step));
    for (let at = day + skipped * step, i = skipped; at < end && at <= until; at = day + ++i * step) {
      const isDay = at === day;
      ticks.push({ at, label: isDay ? formatClockDay(at) : formatClockTime(at, step), isDay });
    }
  }
  return ticks;
}

/** "12 s", "2 min 5 s", "1 h 3 min", "3 d 4 h"; below 10 s with tenths, below 1 s in milliseconds. */
export function formatClockDuration(ms: number): string {
  if (ms < 1) return ms <= 0 ? '0 ms' : `${ms.toPrecision(1)} ms`;
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < 9950) return `${(ms / SECOND).toFixed(1)} s`;
  const seconds = Math.round(ms / SECOND);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return joinUnits(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 48 * 60) return joinUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(ms / HOUR);
  return joinUnits(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

const joinUnits = (many: number, unit: string, rest: number, below: string): string =>
  rest === 0 ? `${many} ${unit}` : `${many} ${unit} ${rest} ${below}`;
