import type { ClockReport } from '../../../../engine/models/recorded/clock/buildClockReport.ts';
import { getClockFamilies } from './clockLanes.ts';

/** Parts of the time of a case, in the order in which they are shown. */
export const CLOCK_PARTS = ['model', 'tool', 'person', 'between'] as const;
/** One of `CLOCK_PARTS`. */
export type ClockPart = (typeof CLOCK_PARTS)[number];

/** A part of the time of some cases. */
interface PartSum {
  readonly part: ClockPart;
  /** Milliseconds, of the cases that know it. */
  readonly ms: number;
  /** Number of the cases that know it. */
  readonly cases: number;
}

/** Times of all cases that nobody sent: those of sub-agents lie within them. */
export interface ClockSums {
  /** Cases with times, the longest first. */
  readonly cases: readonly number[];
  /** Milliseconds from the first to the last moment of each, together. */
  readonly wall: number;
  readonly parts: readonly PartSum[];
}

/** Adds the times of the cases up; unknown parts are left out and counted. */
export function sumClock(report: ClockReport): ClockSums {
  const { roots } = getClockFamilies(report);
  const { shares } = report;
  const parts = CLOCK_PARTS.map((part): PartSum => {
    const known = roots.filter(agent => !Number.isNaN(shares[part][agent]));
    return { part, ms: known.reduce((sum, agent) => sum + shares[part][agent], 0), cases: known.length };
  });
  return {
    cases: roots.toSorted((a, b) => shares.wall[b] - shares.wall[a] || a - b),
    wall: roots.reduce((sum, agent) => sum + shares.wall[agent], 0),
    parts,
  };
}
