import type { PlacedStep } from '../../../../engine/models/recorded/reports/recordedQueries.ts';
import {
  computeLaneYs,
  findTraceTickAt,
  type TraceLanes,
  type TraceSheet,
} from '../../../charts/traceSheet.ts';

/** Name of a lane. */
type Lane = 'state' | 'call' | 'result' | 'tokens';

/** Lanes of a case's call trace. */
export const CASE_LANES: TraceLanes<Lane> = {
  names: ['state', 'call', 'result', 'tokens'],
  labels: { state: 'state', call: 'call', result: 'result', tokens: 'tokens' },
  drawn: { state: 58, call: 128, result: 172, tokens: 222 },
  foot: 40,
};

/** A case's call trace as plain data. */
export interface TracePlot extends TraceSheet {
  readonly steps: readonly PlacedStep[];
  readonly words: readonly string[];
}

/** y of each lane's middle. */
export const computeCaseLaneYs = (height: number): Readonly<Record<Lane, number>> =>
  computeLaneYs(CASE_LANES, height);

/** Number of the step under a point; null for none. */
export function findCaseStepAt({ steps, scale, height }: TracePlot, x: number, y: number): number | null {
  const lanes = computeCaseLaneYs(height);
  const tick = findTraceTickAt(scale, [lanes.state, lanes.tokens], x, y);
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
