import type { Tick } from '../engine/indices.ts';

/** What is needed to tell the simulated time of a tick. */
export interface Clock {
  /** Simulated UTC of tick 0, ISO 8601. */
  readonly startTime: string;
  readonly tickSeconds: number;
}

/** `19:33`: simulated UTC at the end of a tick. */
export function timeOfDay(clock: Clock, tick: Tick): string {
  const date = new Date(Date.parse(clock.startTime) + tick * clock.tickSeconds * 1000);
  return date.toISOString().slice(11, 16);
}

/** A round's number with a true minus sign: `−12`. */
export const roundNumber = (tick: Tick): string => (tick < 0 ? `−${-tick}` : String(tick));
