import type { MissionStep } from '../../../../engine/models/governed/missionStep.ts';
import { convertTickToX, type TimeScale } from '../../../charts/timeScale.ts';
import {
  computeLaneYs,
  findTraceTickAt,
  type StateSpan,
  type TraceLanes,
} from '../../../charts/traceSheet.ts';
import { isQuestionStep } from '../governedResources.ts';

/** Name of a lane. */
export type Lane = 'state' | 'answer' | 'search' | 'refused' | 'advice';

/** Lanes of a mission's call trace. */
export const MISSION_LANES: TraceLanes<Lane> = {
  names: ['state', 'answer', 'search', 'refused', 'advice'],
  labels: {
    state: 'state',
    answer: 'answer',
    search: 'search, hits',
    refused: 'refused, verdict',
    advice: 'advice',
  },
  drawn: { state: 58, answer: 98, search: 138, refused: 194, advice: 232 },
  foot: 30,
};

/** y of each lane's middle. */
export const computeMissionLaneYs = (height: number): Readonly<Record<Lane, number>> =>
  computeLaneYs(MISSION_LANES, height, height >= 240 ? MISSION_LANES.drawn.state : 56);

/** Kind of sign; each has its own shape. */
export type MarkKind =
  | 'tool'
  | 'reason'
  | 'finish'
  | 'rejected'
  | 'unanswered'
  | 'hits'
  | 'refused'
  | 'verdict'
  | 'resumed'
  | 'advice';

/** One sign in a lane. */
export interface TraceMark {
  /** Row of its step. */
  readonly row: number;
  readonly kind: MarkKind;
  readonly lane: Lane;
  readonly x: number;
  readonly y: number;
}

/** The steps of a trace and its time scale. */
export interface TraceFrame {
  readonly steps: readonly MissionStep[];
  readonly scale: TimeScale;
  readonly height: number;
}

/** Contents of the lanes below the states, step by step. */
export function layoutTraceMarks({ steps, scale, height }: TraceFrame): TraceMark[] {
  const lanes = computeMissionLaneYs(height);
  return steps.flatMap(step =>
    listStepMarkKinds(step).map(([kind, lane]) => ({
      row: step.row,
      kind,
      lane,
      x: convertTickToX(scale, step.tick),
      y: lanes[lane],
    })),
  );
}

function listStepMarkKinds(step: MissionStep): (readonly [MarkKind, Lane])[] {
  if (step.kind === 'resumed') return [['resumed', 'refused']];
  if (step.kind === 'verdict' || step.kind === 'forced')
    return step.kind === 'verdict' || step.rule === 'step_limit' ? [['verdict', 'refused']] : [];
  const kinds: (readonly [MarkKind, Lane])[] = [[getAnswerMarkKind(step), 'answer']];
  if (step.call !== null && step.call.hits !== null) kinds.push(['hits', 'search']);
  if (step.refused !== null || step.call?.error != null) kinds.push(['refused', 'refused']);
  if (step.advice !== null) kinds.push(['advice', 'advice']);
  return kinds;
}

function getAnswerMarkKind({ kind, refused }: MissionStep): MarkKind {
  if (kind === 'unanswered') return 'unanswered';
  if (refused !== null || kind === 'unreadable') return 'rejected';
  return kind === 'tool' || kind === 'reason' || kind === 'finish' ? kind : 'rejected';
}

/**
 * The phase of each step as its prompt gave it, then the phase after the last step. The end of a mission takes one
 * tick.
 * @param upTo last tick
 */
export function computeStateSpans(steps: readonly MissionStep[], upTo: number): StateSpan[] {
  const spans: { state: string; from: number; to: number }[] = [];
  const put = (state: string, from: number, to: number) => {
    const last = spans.at(-1);
    if (last) last.to = from - 1;
    if (last?.state === state) last.to = to;
    else spans.push({ state, from, to });
  };
  for (const { tick, phase } of steps) put(phase, tick, tick);
  const end = steps.at(-1);
  if (end && end.tick < upTo) put(end.next, end.tick + 1, end.next === 'finishing' ? end.tick + 1 : upTo);
  return spans;
}

/** Ticks of each search that was made at least twice. */
export function findRepeatedSearches(steps: readonly MissionStep[]): number[][] {
  const ticks = new Map(steps.filter(({ call }) => call !== null).map(({ number, tick }) => [number, tick]));
  const groups = new Map<number, number[]>();
  for (const { call, tick } of steps) {
    const first = call?.before[0];
    if (call === null || first === undefined) continue;
    const known = call.before.flatMap(number => ticks.get(number) ?? []);
    groups.set(first, [...known, tick]);
  }
  return [...groups.values()].filter(group => group.length > 1);
}

/** Row of the step under a point; null for none. A verdict is hit in its own lane. */
export function findMissionStepAt(frame: TraceFrame, x: number, y: number): number | null {
  const lanes = computeMissionLaneYs(frame.height);
  const tick = findTraceTickAt(frame.scale, [lanes.state, lanes.advice], x, y);
  const here = frame.steps.filter(step => step.tick === tick);
  const verdict = Math.abs(y - lanes.refused) < 14 ? here.find(step => !isQuestionStep(step)) : undefined;
  return (verdict ?? here.find(isQuestionStep) ?? here[0])?.row ?? null;
}

/** Stretches taken by words that were placed in a row. */
export class LabelRow {
  private readonly taken: (readonly [from: number, to: number])[] = [];

  /** Takes a stretch if it is free, with some space around it. */
  take(from: number, to: number): boolean {
    if (this.taken.some(([a, b]) => from < b + 8 && to > a - 8)) return false;
    this.taken.push([from, to]);
    return true;
  }
}
