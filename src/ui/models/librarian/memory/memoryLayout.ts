import { bisector } from 'd3-array';
import type { Tick } from '../../../../engine/core/indices.ts';
import type { MemoryPlace } from '../../../../engine/models/librarian/librarianTerms.ts';
import type { MemoryTrace, Span } from '../../../../engine/models/librarian/reports/librarianDetail.ts';

/** A stretch of ticks in which a span keeps its height in its place's stack. */
export interface MemoryRun {
  readonly span: Span;
  readonly from: Tick;
  /** First tick after it. */
  readonly to: Tick;
  /** Tokens of the entries that came before it. */
  readonly base: number;
}

/** Tokens in a place over a stretch of ticks. */
interface Level {
  readonly from: Tick;
  /** First tick after it. */
  readonly to: Tick;
  readonly tokens: number;
}

/** The entries of one place on top of each other, the oldest at the bottom. */
export interface Stack {
  /** Runs by the tick in which they end. */
  readonly runs: readonly MemoryRun[];
  /** Runs of each span, in order of time. */
  readonly runsOf: ReadonlyMap<number, readonly MemoryRun[]>;
  readonly levels: readonly Level[];
  /** Most tokens at the end of any tick. */
  readonly most: number;
}

/** Both stacks of a memory over time, and its spans by id. */
export interface MemoryLayout {
  readonly working: Stack;
  readonly storage: Stack;
  readonly spans: ReadonlyMap<number, Span>;
}

const KNOWN_MEMORY_LAYOUTS = new WeakMap<MemoryTrace, MemoryLayout>();

/** Both stacks of a trace; made once for each. */
export function getMemoryLayout(trace: MemoryTrace): MemoryLayout {
  const before = KNOWN_MEMORY_LAYOUTS.get(trace);
  if (before) return before;
  const layout = {
    working: buildMemoryStack(trace.spans, 'working', trace.upTo),
    storage: buildMemoryStack(trace.spans, 'storage', trace.upTo),
    spans: new Map(trace.spans.map(span => [span.id, span])),
  };
  KNOWN_MEMORY_LAYOUTS.set(trace, layout);
  return layout;
}

/** An entry that is present, and since when at this height. */
interface Live {
  readonly span: Span;
  base: number;
  since: Tick;
}

/**
 * A stack of spans: those from before the first tick are drawn from 0 on, those within a single tick never.
 */
export function buildMemoryStack(spans: readonly Span[], place: MemoryPlace, upTo: Tick): Stack {
  const here = spans.filter(
    span => span.place === place && getSpanFirstTick(span) <= upTo && hasDuration(span),
  );
  const arrivals = groupPartsByKey(here, getSpanFirstTick);
  const departures = groupPartsByKey(
    here.filter(({ to }) => to !== null && to <= upTo),
    ({ to }) => to!,
  );
  const ticks = [...new Set([...arrivals.keys(), ...departures.keys()])].sort((a, b) => a - b);
  const runs: MemoryRun[] = [];
  const levels: Level[] = [];
  let live: Live[] = [];
  let tokens = 0;
  ticks.forEach((tick, position) => {
    if (departures.has(tick)) live = settleLiveEntries(live, tick, runs);
    for (const span of arrivals.get(tick) ?? [])
      live.push({ span, base: computeStackTop(live), since: tick });
    tokens = computeStackTop(live);
    levels.push({ from: tick, to: ticks[position + 1] ?? upTo + 1, tokens });
  });
  for (const { span, base, since } of live) runs.push({ span, from: since, to: upTo + 1, base });
  return {
    runs,
    runsOf: groupPartsByKey(runs, ({ span }) => span.id),
    levels,
    most: levels.reduce((most, level) => Math.max(most, level.tokens), 0),
  };
}

/** Closes the gaps of entries that left: those above come down and begin a new run. */
function settleLiveEntries(live: readonly Live[], tick: Tick, runs: MemoryRun[]): Live[] {
  const rest: Live[] = [];
  for (const entry of live) {
    const leaves = entry.span.to === tick;
    const base = computeStackTop(rest);
    const moves = leaves || base !== entry.base;
    if (moves && tick > entry.since)
      runs.push({ span: entry.span, from: entry.since, to: tick, base: entry.base });
    if (leaves) continue;
    if (moves) Object.assign(entry, { base, since: tick });
    rest.push(entry);
  }
  return rest;
}

const getSpanFirstTick = ({ from }: Span): Tick => Math.max(0, from);
const hasDuration = ({ from, to }: Span): boolean => to === null || to > Math.max(0, from);

function computeStackTop(live: readonly Live[]): number {
  const last = live.at(-1);
  return last ? last.base + last.span.tokens : 0;
}

function groupPartsByKey<Part>(parts: readonly Part[], keyOf: (part: Part) => number): Map<number, Part[]> {
  const groups = new Map<number, Part[]>();
  for (const part of parts) {
    const key = keyOf(part);
    const group = groups.get(key);
    if (group) group.push(part);
    else groups.set(key, [part]);
  }
  return groups;
}

/** The run of a span in a tick, or its last one before, or its first; undefined if it was never drawn. */
export function findRunAtTick({ runsOf }: Stack, span: number, tick: Tick): MemoryRun | undefined {
  const runs = runsOf.get(span);
  return runs?.findLast(({ from }) => from <= tick) ?? runs?.[0];
}

const BY_END = bisector((run: MemoryRun) => run.to);

/** Runs that overlap the ticks after `first` up to `last`. */
export function selectRunsWithin({ runs }: Stack, first: number, last: number): readonly MemoryRun[] {
  const low = BY_END.right(runs, first);
  const within: MemoryRun[] = [];
  for (let i = low; i < runs.length; i++) if (runs[i].from <= last) within.push(runs[i]);
  return within;
}

/** Runs in a place at the end of a tick, oldest first. */
export const listLiveRuns = (stack: Stack, tick: Tick): readonly MemoryRun[] =>
  [...selectRunsWithin(stack, tick, tick)].sort((a, b) => a.base - b.base);
