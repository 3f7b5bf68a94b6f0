import type { Tick } from '../../engine/core/indices.ts';

/** The facts from which a tick's simulated time follows. */
interface Clock {
  /** Simulated UTC of tick 0, ISO 8601. */
  readonly startTime: string;
  readonly tickSeconds: number;
}

/** `19:33`: simulated UTC at the end of a tick. */
export function formatTimeOfDay(clock: Clock, tick: Tick): string {
  const date = new Date(Date.parse(clock.startTime) + tick * clock.tickSeconds * 1000);
  return date.toISOString().slice(11, 16);
}

/** `01:05`: a run's duration so far, or `1:02:03` from an hour on. */
export function formatElapsedTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(whole % 60)}`;
}

/** "in round 31", "in rounds 10 to 20" */
export const describeTickSpan = ([first, last]: readonly [Tick, Tick], tick: string): string =>
  first === last
    ? `in ${tick} ${formatRoundNumber(first)}`
    : `in ${tick}s ${formatRoundNumber(first)} to ${formatRoundNumber(last)}`;

/** A round's number with a true minus sign: `−12`. */
export const formatRoundNumber = (tick: Tick): string => (tick < 0 ? `−${-tick}` : String(tick));
