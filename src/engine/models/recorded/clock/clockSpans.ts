import { findGuardDecision, GUARD_EVENT_KINDS } from '../../../traces/guardSteps.ts';
import { SAY, type TraceCase, type TraceStep } from '../../../traces/traces.ts';

/** Kinds of what a step is by the clock, by their codes: a call, a message of the model, a wait for a person, a guard's decisions. */
export const CLOCK_KINDS = ['tool', 'model', 'person', ...GUARD_EVENT_KINDS] as const;
/** One of `CLOCK_KINDS`. */
export type ClockKind = (typeof CLOCK_KINDS)[number];

/**
 * Bits of a span's flags: its step failed; the guard only noted what it would have done; the step has not ended; it is a call of the
 * model that led to the step, or one of which it is not known yet what it leads to, after the step.
 */
export const CLOCK_FLAGS = { failed: 1, noted: 2, open: 4, call: 8, later: 16 } as const;

/** A step by the clock, or a call of the model that led to it; milliseconds since 1970. */
export interface ClockSpan {
  /** Position of the step in its case. */
  readonly place: number;
  readonly kind: ClockKind;
  /** True for a call of the model that led to the step, and is not the step itself. */
  readonly isCall: boolean;
  readonly begin: number;
  /** Null if it is unknown. */
  readonly until: number | null;
}

/** The kind of a step. */
export function classifyClockStep({ tool, waitsFor }: TraceStep): ClockKind {
  const decision = findGuardDecision(tool);
  if (decision !== null) return decision.kind;
  if (waitsFor === 'person') return 'person';
  return tool === SAY ? 'model' : 'tool';
}

/** The steps of a case whose beginning is known, and the calls of the model that led to them, by when they began. */
export function listClockSpans({ steps }: Pick<TraceCase, 'steps'>): readonly ClockSpan[] {
  const spans: ClockSpan[] = [];
  for (const [place, step] of steps.entries()) {
    for (const [begin, until] of step.modelCalls ?? [])
      spans.push({ place, kind: 'model', isCall: true, begin, until: readEnd(begin, until) });
    if (step.at === null) continue;
    const kind = classifyClockStep(step);
    spans.push({ place, kind, isCall: false, begin: step.at, until: readEnd(step.at, step.until) });
  }
  spans.sort((a, b) => a.begin - b.begin || a.place - b.place);
  return spans.map((span, i) => (span.kind === 'person' ? extendWait(span, spans, i, steps) : span));
}

/** An end before the beginning is unknown. */
const readEnd = (at: number, until: number | null): number | null =>
  until !== null && until >= at ? until : null;

/**
 * A wait lasts until its step ends; without an end, until the next step begins. A graph that stops to ask runs the same step once
 * more after the answer: until then it has waited.
 */
function extendWait(
  span: ClockSpan,
  spans: readonly ClockSpan[],
  i: number,
  steps: readonly TraceStep[],
): ClockSpan {
  const next = spans
    .slice(i + 1)
    .find(({ kind }) => kind === 'tool' || kind === 'model' || kind === 'person');
  if (next === undefined) return span;
  const isSame = steps[next.place].tool === steps[span.place].tool;
  return span.until === null || (isSame && next.begin > span.until) ? { ...span, until: next.begin } : span;
}

/** A row of a span within its lane, and how many rows there are at that time. */
export interface SpanRow {
  readonly row: number;
  readonly rows: number;
}

/** Rows that are distinguished; further ones share the last. */
const MAX_LANE_ROWS = 255;

/**
 * Rows of the spans of one lane, so that none covers another: those that overlap, also by way of others, share the lane's height.
 * Guard decisions take no room. @param spans in the order of their beginnings
 */
export function arrangeSpanRows(spans: readonly ClockSpan[]): readonly SpanRow[] {
  const placed: { row: number; rows: number }[] = spans.map(() => ({ row: 0, rows: 1 }));
  let members: number[] = [];
  let freeFrom: number[] = [];
  let reach = Number.NEGATIVE_INFINITY;
  const close = () => {
    for (const i of members) placed[i].rows = Math.max(1, freeFrom.length);
    members = [];
    freeFrom = [];
  };
  for (const [i, { kind, begin, until }] of spans.entries()) {
    if (kind !== 'tool' && kind !== 'model' && kind !== 'person') continue;
    if (begin >= reach) close();
    const end = until ?? begin;
    const free = freeFrom.findIndex(from => from <= begin);
    const row = free >= 0 ? free : Math.min(MAX_LANE_ROWS - 1, freeFrom.length);
    freeFrom[row] = Math.max(end, freeFrom[row] ?? end);
    placed[i].row = row;
    members.push(i);
    reach = Math.max(reach, end);
  }
  close();
  return placed;
}

/** Shares of the time of a case in milliseconds; null where its source does not say. */
interface ClockShares {
  /** From its first beginning to its last known moment. */
  readonly wall: number;
  readonly person: number | null;
  readonly tool: number | null;
  readonly model: number | null;
  /** The rest: between the steps, or in steps without an end. */
  readonly between: number;
}

/**
 * Shares of the time of a case. Time in which several go on counts once: as a wait for a person, else as a call, else as the
 * model's. @param spans in the order of their beginnings, at least one
 */
export function measureClockShares(spans: readonly ClockSpan[]): ClockShares {
  const wall = spans.reduce((last, { begin, until }) => Math.max(last, until ?? begin), 0) - spans[0].begin;
  const covered = (kinds: readonly ClockKind[]) =>
    measureUnion(spans.filter(({ kind }) => kinds.includes(kind)));
  // One that goes on at the end leaves nothing unknown.
  const isKnown = (kind: ClockKind) => {
    const own = spans.filter(span => span.kind === kind);
    const ended = own.filter(span => span.until !== null);
    return ended.length > 0 && own.every(span => span.until !== null || span === spans.at(-1));
  };
  const person = covered(['person']);
  const tool = covered(['person', 'tool']);
  const model = covered(['person', 'tool', 'model']);
  return {
    wall,
    person: isKnown('person') ? person : null,
    tool: isKnown('tool') ? tool - person : null,
    model: isKnown('model') ? model - tool : null,
    between: Math.max(0, wall - model),
  };
}

/** Length of time in which any of the spans goes on. */
function measureUnion(spans: readonly ClockSpan[]): number {
  let [sum, reach] = [0, Number.NEGATIVE_INFINITY];
  for (const { begin, until } of spans) {
    if (until === null || until <= reach) continue;
    sum += until - Math.max(begin, reach);
    reach = until;
  }
  return sum;
}
