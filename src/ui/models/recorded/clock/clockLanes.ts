import type { ClockReport } from '../../../../engine/models/recorded/clock/buildClockReport.ts';
import { NEVER_TICK } from '../../../../engine/models/recorded/schedule.ts';

/** Heights of a case's lane with two lines of words and with one, and of a lane of its sub-agents, CSS pixels. */
export const [LANE, LOW_LANE, SUB_LANE] = [34, 28, 20];

/** A lane: a case, or an agent within one. */
export interface ClockLane {
  readonly agent: number;
  /** The agent within the case whose steps it has; 0 also has the guard's decisions. */
  readonly part: number;
  /** 0 for a case that nobody sent. */
  readonly depth: number;
  /** Pixels from the top of all lanes. */
  readonly top: number;
  readonly height: number;
  /** Cases and agents below it that have lanes of their own once it is open. */
  readonly below: readonly ThinLane[];
  readonly isOpen: boolean;
}

/** A sub-agent: another case, or an agent within the case. */
export interface ThinLane {
  readonly agent: number;
  readonly part: number;
}

/** Families of cases that have times. */
interface ClockFamilies {
  /** Cases without a sender that has times, by when they began. */
  readonly roots: readonly number[];
  readonly rootOf: Int32Array;
  readonly sentBy: ReadonlyMap<number, readonly number[]>;
}

const knownFamilies = new WeakMap<ClockReport, ClockFamilies>();

/** True if a time of the case is known. */
export const isTimed = ({ first }: ClockReport, agent: number): boolean => first[agent + 1] > first[agent];

/** Families of the cases with times; computed once for a report. */
export function getClockFamilies(report: ClockReport): ClockFamilies {
  const known = knownFamilies.get(report);
  if (known !== undefined) return known;
  const { senderOf, begin, first } = report;
  const rootOf = new Int32Array(senderOf.length).fill(-1);
  const sentBy = new Map<number, number[]>();
  const roots: number[] = [];
  for (const agent of senderOf.keys()) {
    if (!isTimed(report, agent)) continue;
    let root = agent;
    for (let sender = senderOf[agent]; sender >= 0; sender = senderOf[sender])
      if (isTimed(report, sender)) root = sender;
    rootOf[agent] = root;
    if (root === agent) roots.push(agent);
    else {
      const sender = findTimedSender(report, agent);
      const sent = sentBy.get(sender);
      if (sent === undefined) sentBy.set(sender, [agent]);
      else sent.push(agent);
    }
  }
  const beginOf = (agent: number) => begin[first[agent]];
  roots.sort((a, b) => beginOf(a) - beginOf(b) || a - b);
  for (const own of sentBy.values()) own.sort((a, b) => beginOf(a) - beginOf(b) || a - b);
  const families = { roots, rootOf, sentBy };
  knownFamilies.set(report, families);
  return families;
}

function findTimedSender(report: ClockReport, agent: number): number {
  let sender = report.senderOf[agent];
  while (!isTimed(report, sender)) sender = report.senderOf[sender];
  return sender;
}

/** Orders of the lanes. */
export type ClockOrder = 'begin' | 'sorted';

/**
 * Cases at the top of their families in the order of their lanes: by when they began, or as the timelines are sorted. Of a live
 * source those under way come first, then the ones that began last.
 * @param rows agents as the timelines have them; null: unknown yet
 * @param found only these and their families; null: all
 */
export function orderClockCases(
  report: ClockReport,
  by: ClockOrder,
  rows: ArrayLike<number> | null,
  found: ReadonlySet<number> | null,
): readonly number[] {
  const { roots, rootOf } = getClockFamilies(report);
  const wanted = found === null ? null : new Set([...found].map(agent => rootOf[agent]));
  const among = wanted === null ? roots : roots.filter(root => wanted.has(root));
  if (by === 'sorted' && rows !== null) {
    const place = new Map(Array.from(rows, (agent, i) => [agent, i] as const));
    return among.toSorted((a, b) => (place.get(a) ?? rows.length) - (place.get(b) ?? rows.length));
  }
  if (report.live.length === 0) return among;
  const isUnderWay = (agent: number) => report.endOf[agent] === NEVER_TICK;
  return [...among.filter(isUnderWay), ...among.filter(agent => !isUnderWay(agent)).toReversed()];
}

/** The lanes of some cases, top to bottom. @param open cases whose sub-agents have lanes of their own @param lane height of a case's */
export function listClockLanes(
  report: ClockReport,
  cases: readonly number[],
  open: ReadonlySet<number>,
  lane: number = LANE,
): readonly ClockLane[] {
  const { sentBy } = getClockFamilies(report);
  const lanes: ClockLane[] = [];
  let top = 0;
  const add = (agent: number, depth: number) => {
    const parts = report.agents.get(agent)?.length ?? 1;
    const own: ThinLane[] = Array.from({ length: parts - 1 }, (_, i) => ({ agent, part: i + 1 }));
    const sent = sentBy.get(agent) ?? [];
    const below = [...own, ...sent.flatMap(other => listFamily(report, other))];
    const isOpen = below.length > 0 && open.has(agent);
    const height = depth === 0 ? lane : SUB_LANE;
    lanes.push({ agent, part: 0, depth, top, height, below, isOpen });
    top += height;
    if (!isOpen) return;
    for (const { part } of own) {
      lanes.push({ agent, part, depth: depth + 1, top, height: SUB_LANE, below: [], isOpen: false });
      top += SUB_LANE;
    }
    for (const other of sent) add(other, depth + 1);
  };
  for (const agent of cases) add(agent, 0);
  return lanes;
}

/** A case with all that it sent. */
function listFamily(report: ClockReport, agent: number): readonly ThinLane[] {
  const parts = report.agents.get(agent)?.length ?? 1;
  const own = Array.from({ length: parts }, (_, part) => ({ agent, part }));
  return [
    ...own,
    ...(getClockFamilies(report).sentBy.get(agent) ?? []).flatMap(other => listFamily(report, other)),
  ];
}

/** Height of all lanes, pixels. */
export function getLanesHeight(lanes: readonly ClockLane[]): number {
  const last = lanes.at(-1);
  return last === undefined ? 0 : last.top + last.height;
}

/** Position of the lane at a height; −1 for none. */
export function findLaneAt(lanes: readonly ClockLane[], y: number): number {
  let [low, high] = [0, lanes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lanes[middle].top + lanes[middle].height <= y) low = middle + 1;
    else high = middle;
  }
  return low < lanes.length && y >= lanes[low].top ? low : -1;
}

/** First span of a case that may be seen from a moment on: no earlier one lasts so long. */
export function findFirstSpan({ reach, first }: ClockReport, agent: number, from: number): number {
  let [low, high] = [first[agent], first[agent + 1]];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reach[middle] < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First moment and last known one of some lanes; null for none. */
export function measureLanes(
  { first, begin, reach }: ClockReport,
  agents: Iterable<number>,
): { readonly from: number; readonly until: number } | null {
  let [from, until] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const agent of agents) {
    if (first[agent + 1] === first[agent]) continue;
    from = Math.min(from, begin[first[agent]]);
    until = Math.max(until, reach[first[agent + 1] - 1]);
  }
  return from <= until ? { from, until } : null;
}
