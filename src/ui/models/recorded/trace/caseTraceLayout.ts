import type { PlacedStep } from '../../../../engine/models/recorded/reports/recordedQueries.ts';
import type { Inks } from '../../../charts/inks.ts';
import { convertTickToX, findTickAtX, type TimeScale } from '../../../charts/timeScale.ts';

/** Lanes of the call trace, top to bottom. */
export const LANES = ['state', 'call', 'result', 'tokens'] as const;
/** Name of a lane. */
export type Lane = (typeof LANES)[number];

/** Positions of the lanes at the height that they are designed for, and the space below the last one. */
const DRAWN: Readonly<Record<Lane, number>> = { state: 58, call: 128, result: 172, tokens: 222 };
const CASE_TRACE_FOOT = 40;
const FULL = DRAWN.tokens + CASE_TRACE_FOOT;

/** The call trace as plain data; sizes in CSS pixels. */
export interface TracePlot {
  readonly steps: readonly PlacedStep[];
  readonly scale: TimeScale;
  readonly height: number;
  /** Last tick that is known. */
  readonly head: number;
  /** Width of the plot, without the gutter. */
  readonly width: number;
  /** Names of the chart's states. */
  readonly states: readonly string[];
  /** Number of the chosen step and of the one that the keyboard is on; null for none. */
  readonly selected: number | null;
  readonly active: number | null;
  /** Left edge of the words about the latest step, pixels from the plot's left edge. */
  readonly wordsAt: number;
  readonly words: readonly string[];
  readonly inks: Inks;
}

/** y of each lane's middle; a low window brings them closer together. */
export function computeCaseLaneYs(height: number): Readonly<Record<Lane, number>> {
  const part = Math.min(
    1.15,
    (height - DRAWN.state - CASE_TRACE_FOOT) / (FULL - DRAWN.state - CASE_TRACE_FOOT),
  );
  const y = (lane: Lane) => Math.round(DRAWN.state + (DRAWN[lane] - DRAWN.state) * part);
  return { state: y('state'), call: y('call'), result: y('result'), tokens: y('tokens') };
}

/** Number of the step under a point; null for none. */
export function findCaseStepAt({ steps, scale, height }: TracePlot, x: number, y: number): number | null {
  const lanes = computeCaseLaneYs(height);
  if (y < lanes.state - 14 || y > lanes.tokens + 14) return null;
  const tick = findTickAtX(scale, x);
  return steps.find(step => step.tick === tick)?.number ?? null;
}

/** Stretches of equal states in which the case was, by ticks. */
export function computeStateStretches(steps: readonly PlacedStep[], head: number) {
  const stretches: { state: string; from: number; to: number }[] = [];
  for (const { state, tick } of steps) {
    const last = stretches.at(-1);
    if (last) last.to = Math.max(last.to, tick - 1);
    if (last?.state === state) last.to = tick;
    else stretches.push({ state, from: tick, to: tick });
  }
  const last = stretches.at(-1);
  if (last) last.to = Math.max(last.to, head);
  return stretches;
}

/** Right end of the drawing in pixels: the end of the past, left of the labels. */
export const getCaseTraceEnd = ({ scale, head, wordsAt }: TracePlot): number =>
  Math.min(wordsAt - 12, convertTickToX(scale, head) + scale.pixels / 2);
