import type { Tick } from './indices.ts';

/** Simulated UTC of a tick, without milliseconds: "2026-01-30T18:03:00Z". `startTime` is tick 0. */
export const formatTickTimestamp = (startTime: string, tickSeconds: number, tick: Tick): string =>
  formatTimeAfter(startTime, tick * tickSeconds * 1000);

/**
 * Simulated UTC of what an agent does in a tick: by the ticks, unless its model gives each agent a time of its own, in
 * milliseconds since the run's start.
 */
export const createEventClock = (
  { startTime, tickSeconds }: { readonly startTime: string; readonly tickSeconds: number },
  state: { ownTime?(agent: number, tick: Tick): number },
) => {
  // Rows of a tick follow each other, and most share its time.
  let last = Number.NaN;
  let time = '';
  return (agent: number, tick: Tick): string => {
    const own = state.ownTime?.(agent, tick);
    if (own !== undefined) return formatTimeAfter(startTime, own);
    if (last !== tick) time = formatTickTimestamp(startTime, tickSeconds, tick);
    last = tick;
    return time;
  };
};

/** Simulated UTC so many milliseconds after a start, to the second. */
const formatTimeAfter = (startTime: string, milliseconds: number): string =>
  `${new Date(Date.parse(startTime) + milliseconds).toISOString().slice(0, -'.000Z'.length)}Z`;

/** The simulated day on which every run starts. */
export const formatStartTime = (hour: number): string => `2026-01-30T${String(hour).padStart(2, '0')}:00:00Z`;
