import type { Rect } from '../packing.ts';
import type { PlacedEdge } from '../placement.ts';
import type { Point, Route } from '../route.ts';
import { LABEL_SIZE } from './boxes.ts';
import { clipTextMiddle, estimateTextWidth } from './shortenText.ts';

interface LabelPlace {
  /** Names as they are shown; none: only the number. */
  readonly shown: readonly string[];
  readonly at: NonNullable<PlacedEdge['label']>;
}

/** Lengths of a name in letters, tried in turn; the last try is the number alone. */
const LENGTHS = [28, 14, 9, 7];
/** A number of three digits, and the space before it. */
const NUMBER_WIDTH = 23;
/** Height of a row, and most rows. */
const LABEL_ROW_HEIGHT = 12;
const MAX_LABEL_ROWS = 3;
const AWAY = 6;
/** Free of ink above and below a row's letters. */
const LEADING = 1.5;
/** Penalties of a label's place. */
const ON_LINE = 6;
const SHORTER = 3;
const STACKED = 1;
const NAMELESS = 30;
const OFF_MIDDLE = 0.02;

/** Finds places for labels next to their lines: never on a box or on another label. */
export class LabelPlacer {
  private readonly taken: Rect[];

  /** @param lines all lines of the sheet. */
  constructor(
    private readonly width: number,
    private readonly height: number,
    /** Areas already taken. */
    taken: readonly Rect[],
    private readonly lines: readonly Route[],
  ) {
    this.taken = [...taken];
  }

  /** Places a label; null if not even the number fits. */
  place(route: Route, names: readonly string[]): LabelPlace | null {
    let best: { readonly shown: readonly string[]; readonly found: LabelCandidate } | null = null;
    for (const [level, shown] of listLabelVariants(names).entries()) {
      const shorter = names.length > 0 && shown.length === 0 ? NAMELESS : level * SHORTER;
      for (const size of listLabelSizes(shown)) {
        const found = this.best(
          route,
          size,
          shorter + size.more,
          best?.found.cost ?? Number.POSITIVE_INFINITY,
        );
        if (found) best = { shown, found };
      }
    }
    if (best === null) return null;
    this.taken.push(best.found.rect);
    return { shown: best.shown, at: best.found.at };
  }

  /** The best place whose cost, with `more`, is below `limit`. */
  private best(route: Route, size: LabelSize, more: number, limit: number): LabelCandidate | null {
    let best: LabelCandidate | null = null;
    let least = limit;
    for (const candidate of iterateLabelCandidates(route, size)) {
      if (candidate.cost + more >= least || this.isTaken(candidate.rect)) continue;
      const cost = candidate.cost + more + this.crossings(candidate.rect, route) * ON_LINE;
      if (cost >= least) continue;
      least = cost;
      best = { ...candidate, cost };
    }
    return best;
  }

  private isTaken({ x, y, width, height }: Rect): boolean {
    if (x < 2 || y < 2 || x + width > this.width - 2 || y + height > this.height - 2) return true;
    return this.taken.some(
      other =>
        x < other.x + other.width + 2 &&
        other.x < x + width + 2 &&
        y < other.y + other.height + 1 &&
        other.y < y + height + 1,
    );
  }

  private crossings({ x, y, width, height }: Rect, own: Route): number {
    const rect = { x, y: y + LEADING, width, height: height - 2 * LEADING };
    let count = 0;
    for (const line of this.lines)
      for (let i = 1; i < line.points.length; i++)
        if (doesSegmentCrossRect(line.points[i - 1], line.points[i], rect)) count += line === own ? 2 : 1;
    return count;
  }
}

interface LabelCandidate {
  readonly rect: Rect;
  readonly at: LabelPlace['at'];
  readonly cost: number;
}

function listLabelVariants(names: readonly string[]): (readonly string[])[] {
  if (names.length === 0) return [[]];
  const tries = LENGTHS.map(most => names.map(name => clipTextMiddle(name, most)));
  return [...tries.filter((shown, i) => i === 0 || shown.join() !== tries[i - 1].join()), []];
}

/** A label's width, and its rows: a name with its number in each, or all in one. */
interface LabelSize {
  readonly width: number;
  readonly rows: number;
  /** Additional cost of its shape. */
  readonly more: number;
}

const listLabelSizes = (shown: readonly string[]): readonly LabelSize[] => [
  { width: measureLabelRows(shown), rows: 1, more: 0 },
  ...(shown.length > 1 && shown.length <= MAX_LABEL_ROWS
    ? [
        {
          width: Math.max(...shown.map(name => measureLabelRows([name]))),
          rows: shown.length,
          more: STACKED,
        },
      ]
    : []),
];

const measureLabelRows = (shown: readonly string[]): number =>
  shown.reduce((sum, name) => sum + estimateTextWidth(name, LABEL_SIZE) + 3 + 8, shown.length > 0 ? -8 : -3) +
  Math.max(1, shown.length) * (NUMBER_WIDTH - 3);

const computeStackedHeight = (rows: number) => (rows > 1 ? ({ rowHeight: LABEL_ROW_HEIGHT } as const) : {});

/** Yields places at both sides of every straight part of a line. */
function* iterateLabelCandidates({ points, lengths }: Route, size: LabelSize): Generator<LabelCandidate> {
  const { width, rows } = size;
  const middle = lengths.at(-1)! / 2;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    const length = lengths[i] - lengths[i - 1];
    for (const part of [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92]) {
      const at: Point = [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
      const far = Math.abs(lengths[i - 1] + length * part - middle) * OFF_MIDDLE + Math.abs(part - 0.5);
      if (a[1] === b[1]) yield* iterateFlatCandidates(at, size, far + Math.max(0, width - length) * 0.05);
      else
        yield* iterateUprightCandidates(at, size, far + Math.max(0, LABEL_ROW_HEIGHT * rows - length) * 0.1);
    }
  }
}

function* iterateFlatCandidates(
  [x, y]: Point,
  { width, rows }: LabelSize,
  cost: number,
): Generator<LabelCandidate> {
  const left = x - width / 2;
  for (const [top, more] of [
    [y - AWAY - LABEL_ROW_HEIGHT * rows + 1, 0],
    [y + AWAY - 2, 0.4],
  ] as const)
    yield {
      rect: { x: left, y: top, width, height: LABEL_ROW_HEIGHT * rows },
      at: {
        x: Math.round(x),
        y: Math.round(top + LABEL_ROW_HEIGHT - 2),
        anchor: 'middle',
        ...computeStackedHeight(rows),
      },
      cost: cost + more,
    };
}

function* iterateUprightCandidates(
  [x, y]: Point,
  { width, rows }: LabelSize,
  cost: number,
): Generator<LabelCandidate> {
  const height = LABEL_ROW_HEIGHT * rows;
  const top = y - height / 2;
  const baseline = Math.round(top + LABEL_ROW_HEIGHT - 2);
  yield {
    rect: { x: x + AWAY, y: top, width, height },
    at: { x: x + AWAY, y: baseline, anchor: 'start', ...computeStackedHeight(rows) },
    cost,
  };
  yield {
    rect: { x: x - AWAY - width, y: top, width, height },
    at: { x: x - AWAY, y: baseline, anchor: 'end', ...computeStackedHeight(rows) },
    cost: cost + 0.3,
  };
}

const doesSegmentCrossRect = (a: Point, b: Point, { x, y, width, height }: Rect): boolean =>
  Math.max(a[0], b[0]) > x - 1 &&
  Math.min(a[0], b[0]) < x + width + 1 &&
  Math.max(a[1], b[1]) > y - 1 &&
  Math.min(a[1], b[1]) < y + height + 1;
