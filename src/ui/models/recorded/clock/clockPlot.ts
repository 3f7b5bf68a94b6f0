import type { ClockReport } from '../../../../engine/models/recorded/clock/buildClockReport.ts';
import { CLOCK_FLAGS, CLOCK_KINDS } from '../../../../engine/models/recorded/clock/clockSpans.ts';
import type { Inks } from '../../../charts/inks.ts';
import { type ClockLane, findFirstSpan, findLaneAt } from './clockLanes.ts';
import type { ClockWindow } from './clockWindow.ts';

/** Height of the axis above the lanes, CSS pixels. */
export const AXIS = 22;

/** The lanes on the screen as plain data; the origin is the upper left corner of the view, sizes are CSS pixels. */
export interface ClockPlot {
  readonly report: ClockReport;
  readonly lanes: readonly ClockLane[];
  readonly names: readonly string[];
  /** Words and tokens at the right end of a case's lane. */
  readonly ends: (agent: number) => ClockEnd;
  readonly window: ClockWindow;
  /** Height of the lanes above those on the screen. */
  readonly scrolled: number;
  readonly width: number;
  readonly height: number;
  /** Edges of the time. */
  readonly left: number;
  readonly right: number;
  /** The present of a live source, milliseconds since 1970; null for a recording, or while an earlier step is looked at. */
  readonly now: number | null;
  /** Steps of later ticks are not drawn. */
  readonly viewed: number;
  /** The selected case and the number of its step; the lane and the span that the keyboard is on. */
  readonly selected: number | null;
  readonly step: number | null;
  readonly active: ClockPlace | null;
  readonly inks: Inks;
}

/** Words at the end of a lane. */
export interface ClockEnd {
  readonly words: string;
  readonly isStrong: boolean;
  readonly tokens: string;
}

/** A lane by its position, and a span of it; null for the lane itself. */
export interface ClockPlace {
  readonly lane: number;
  readonly span: number | null;
}

/** Something under the pointer. */
export interface ClockHit extends ClockPlace {
  /** True on the sign that opens and folds its sub-agents. */
  readonly isFold: boolean;
}

/** Pixels from the left edge at a moment. */
export const convertTimeToX = (
  { window: { from, until }, left, right }: Pick<ClockPlot, 'window' | 'left' | 'right'>,
  at: number,
): number => left + ((at - from) / (until - from)) * (right - left);

/** The moment at a place. */
export const convertXToTime = (
  { window: { from, until }, left, right }: Pick<ClockPlot, 'window' | 'left' | 'right'>,
  x: number,
): number => from + ((x - left) / (right - left)) * (until - from);

const PERSON = CLOCK_KINDS.indexOf('person');

/** True for a call, a message and a wait; false for a guard's decision, which takes no time. */
export const isBar = ({ kind }: ClockReport, span: number): boolean => kind[span] <= PERSON;

/** The end of a span as it is drawn: now for one that is open, its beginning for one whose end is unknown. */
export function getDrawnEnd({ report, now }: Pick<ClockPlot, 'report' | 'now'>, span: number): number {
  const until = report.until[span];
  if (!Number.isNaN(until)) return until;
  const isOpen = (report.flags[span] & CLOCK_FLAGS.open) !== 0;
  return isOpen && now !== null ? Math.max(now, report.begin[span]) : report.begin[span];
}

const knownOpen = new WeakMap<ClockReport, ReadonlyMap<number, number>>();

/** The span of each case that has not ended; found once for a report. A guard's decisions may follow it. */
function getOpenSpans(report: ClockReport): ReadonlyMap<number, number> {
  const known = knownOpen.get(report);
  if (known !== undefined) return known;
  const { first, flags, live } = report;
  const found = new Map<number, number>();
  for (const { agent } of live)
    for (let span = first[agent]; span < first[agent + 1]; span++)
      if ((flags[span] & CLOCK_FLAGS.open) !== 0) found.set(agent, span);
  knownOpen.set(report, found);
  return found;
}

/** Calls back for each span of a lane that may be on the screen, in the order of their beginnings. */
export function visitSpans(
  plot: Pick<ClockPlot, 'report' | 'window' | 'viewed' | 'now'>,
  { agent, part }: Pick<ClockLane, 'agent' | 'part'>,
  visit: (span: number) => void,
): void {
  const { report, window, viewed, now } = plot;
  const last = report.first[agent + 1];
  const first = findFirstSpan(report, agent, window.from);
  // An open one ends now, which no column has.
  const open = now === null ? undefined : getOpenSpans(report).get(agent);
  if (open !== undefined && open < first && report.lane[open] === part && report.tick[open] <= viewed)
    visit(open);
  for (let span = first; span < last; span++) {
    if (report.begin[span] > window.until) break;
    if (report.lane[span] === part && report.tick[span] <= viewed) visit(span);
  }
}

/** Width of the sign that opens a lane, pixels. */
const FOLD = 26;
/** Pixels around a span in which it is hit. */
const NEAR = 3;

/** The lane and the span at a place; null above, below and right of the lanes. */
export function findClockHit(plot: ClockPlot, x: number, y: number): ClockHit | null {
  const { lanes, scrolled, right } = plot;
  if (y < AXIS || x < 0) return null;
  const lane = findLaneAt(lanes, y - AXIS + scrolled);
  if (lane < 0) return null;
  const one = lanes[lane];
  const isFold = one.below.length > 0 && x < FOLD + one.depth * 12;
  if (x < plot.left || x > right) return { lane, span: null, isFold };
  let [found, least] = [-1, Number.POSITIVE_INFINITY];
  const inLane = y - AXIS + scrolled - one.top;
  visitSpans(plot, one, span => {
    const from = convertTimeToX(plot, plot.report.begin[span]);
    const until = convertTimeToX(plot, getDrawnEnd(plot, span));
    const away = x < from ? from - x : x > until ? x - until : 0;
    // Of several at the same time the row under the pointer counts, and a decision above them.
    const { middle, half } = getBarPlace(plot.report, span, one.height);
    const off = Math.max(0, Math.abs(inLane - middle) - half) / 4;
    if (away > NEAR || away + off > least) return;
    [found, least] = [span, away + off];
  });
  return { lane, span: found < 0 ? null : found, isFold };
}

/** Half of the height of bars in a lane. */
const getLaneHalf = (height: number): number => (height >= 30 ? 7 : height >= 24 ? 6 : 5);

/** Middle of the bars of a lane, pixels from its top: decisions stand above them, folded sub-agents below. */
export const getLaneMiddle = (height: number): number =>
  height >= 24 ? Math.max(16, height / 2) : height / 2;

/** Middle and half height of a span in its lane; spans at the same time share the height. */
export function getBarPlace(
  report: ClockReport,
  span: number,
  height: number,
): { readonly middle: number; readonly half: number } {
  const all = getLaneHalf(height);
  const middle = getLaneMiddle(height);
  if (!isBar(report, span)) return { middle: middle - all - 5, half: 4.5 };
  const rows = report.rows[span];
  if (rows === 1) return { middle, half: all };
  const each = (2 * all) / rows;
  return {
    middle: middle - all + each * (report.row[span] + 0.5),
    half: Math.max(0.5, each / 2 - (rows < 5 ? 0.5 : 0)),
  };
}
