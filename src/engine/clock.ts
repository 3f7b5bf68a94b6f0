import type { Tick } from './indices.ts';

/** Simulated UTC of a tick, without milliseconds: "2026-01-30T18:03:00Z". `startTime` is tick 0. */
export function timestamp(startTime: string, tickSeconds: number, tick: Tick): string {
  return new Date(Date.parse(startTime) + tick * tickSeconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** Hours and minutes of a tick's simulated time: "18:03". */
export function clockTime(startTime: string, tickSeconds: number, tick: Tick): string {
  return timestamp(startTime, tickSeconds, tick).slice(11, 16);
}

/** The simulated day on which every run starts. */
export const startTimeAt = (hour: number): string => `2026-01-30T${String(hour).padStart(2, '0')}:00:00Z`;
