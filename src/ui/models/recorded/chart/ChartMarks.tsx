import { useMemo } from 'react';
import { CASE_END_STATES, NOT_BEGUN } from '../../../../engine/models/recorded/recordedTerms.ts';
import { estimateTextWidth } from '../../../charts/automatic/shortenText.ts';
import { doRectsTouch } from '../../../charts/doRectsTouch.ts';
import { measureFigures } from '../../../charts/fitting.ts';
import type { Rect } from '../../../charts/packing.ts';
import type { PlacedEdge, PlacedState, Placement } from '../../../charts/placement.ts';
import { useNarrow, usePage } from '../../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../../lib/formatCounts.ts';
import styles from './ChartMarks.module.css';
import { getDrawnChartPart } from './getDrawnChartPart.ts';

/** Beginnings and ends of cases, and the number of self-transitions of each state. */
export function ChartMarks({ placement }: { readonly placement: Placement }) {
  const part = usePage(getDrawnChartPart);
  const cases = usePage(({ run }) => run?.info.config.agents ?? 0);
  const narrow = useNarrow();
  const notes = useMemo(() => {
    const edges = (part && placement.part?.(part.facts)) ?? placement.edges;
    const drawn = [...(part?.again ?? [])].filter(([, { isDrawn }]) => isDrawn);
    const counts = new Map(drawn.map(([state, { count }]) => [state, count]));
    return placeRepeatNotes(counts, { states: placement.states, edges, most: cases, narrow });
  }, [placement, part, cases, narrow]);
  return (
    <>
      {placement.states.map(placed => (
        <ChartMark
          key={placed.state}
          placed={placed}
          isEnd={CASE_END_STATES.some(end => end === placed.state)}
          note={notes.get(placed.state)}
          isMarked={part?.again.get(placed.state)?.isMarked === true}
        />
      ))}
    </>
  );
}

interface Props {
  readonly placed: PlacedState;
  readonly isEnd: boolean;
  readonly note: ReturnType<ReturnType<typeof placeRepeatNotes>['get']>;
  readonly isMarked: boolean;
}

function ChartMark({ placed, isEnd, note, isMarked }: Props) {
  const { state, box } = placed;
  const { x, y, width, height } = box;
  if (state === NOT_BEGUN) return <path className={styles.begin} d={drawBeginArrow(x, y + height / 2)} />;
  if (isEnd)
    return (
      <rect
        className={styles.end}
        x={x + 3}
        y={y + 3}
        width={Math.max(0, width - 6)}
        height={Math.max(0, height - 6)}
        rx={Math.max(0, Math.min(10, height / 4) - 3)}
      />
    );
  if (note === undefined) return null;
  const classes = [styles.again, isMarked && styles.foreign, note.isAtBorder && styles.border];
  return (
    <text className={classes.filter(Boolean).join(' ')} x={note.x} y={note.y}>
      {note.words}
    </text>
  );
}

/** An arrow head into a box at a place of its left edge: a dot would look like a case. */
const drawBeginArrow = (x: number, y: number): string =>
  `M${x - 5} ${y - 6}L${x + 5} ${y}L${x - 5} ${y + 6}Z`;

/** Sizes of a name and of its box’s count, pixels, on narrow pages and else; how much wider a bold name is. */
const SIZES = { narrow: { name: 11, count: 11 }, roomy: { name: 12.5, count: 12 } };
const BOLD = 1.06;
/** Size of a note and of an edge’s number, pixels. */
const FONT_SIZE = 11;
/** The sign ↻ is wider than letters. */
const SIGN = 11;
/** Pixels between a note and a number next to it: both have an outline. */
const NOTE_DISTANCE = 5;
/** Pixels between a note and the count, and from that to the box’s edge. */
const NOTE_TO_EDGE = 6 + 10;
/** Height of a note at a border, and how far its baseline is below that. */
const NOTE_HEIGHT = 12;
const BASE = 4;
/** Parts of a border at which a note is tried. */
const TRIED_BORDER_PARTS = [0, 1, 0.5, 0.25, 0.75] as const;
/**
 * Penalties for covering a number, a note, another box or a line, and for a place under the box rather than above it.
 */
const COSTS = { number: 100, line: 10, under: 1 };

/** Number of self-transitions of a state, in words, and its place. */
interface AgainNote {
  readonly words: string;
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  readonly isAtBorder: boolean;
}

/** Obstacles for the notes. */
interface NoteSurroundings {
  readonly states: readonly PlacedState[];
  readonly edges: readonly PlacedEdge[];
  /** The largest count that a box may have. */
  readonly most: number;
  /** True if boxes have the smaller letters of narrow pages. */
  readonly narrow: boolean;
}

/**
 * Places notes by their states: next to the state’s name if there is room, else at the box’s border, away from numbers,
 * other notes, boxes and lines if possible.
 * @param counts of the states that have one
 */
export function placeRepeatNotes(
  counts: ReadonlyMap<string, number>,
  around: NoteSurroundings,
): ReadonlyMap<string, AgainNote> {
  const taken: Rect[] = around.edges.flatMap(({ label, total = 0 }) =>
    label === null ? [] : [getNumberRect(label, total)],
  );
  const notes = new Map<string, AgainNote>();
  for (const placed of around.states) {
    const count = counts.get(placed.state);
    if (count === undefined) continue;
    const short = `↻${formatGroupedInteger(count)}`;
    const width = SIGN + estimateTextWidth(formatGroupedInteger(count), FONT_SIZE);
    const left = computeNoteLeft(placed, around);
    const words = [`again ${formatGroupedInteger(count)}`, short].find(
      text =>
        (text === short ? width : estimateTextWidth(text, FONT_SIZE)) <=
        computeNoteRoom(placed, left, around),
    );
    const { box } = placed;
    if (words !== undefined) {
      notes.set(placed.state, { words, x: box.x + left, y: box.y + 16, isAtBorder: false });
      continue;
    }
    const others = around.states.filter(one => one !== placed).map(one => one.box);
    const rect = findBorderPlace(box, width, [...taken, ...others], around.edges);
    taken.push(rect);
    notes.set(placed.state, {
      words: short,
      x: rect.x,
      y: rect.y + NOTE_HEIGHT / 2 + BASE,
      isAtBorder: true,
    });
  }
  return notes;
}

const getNoteSizes = ({ narrow }: NoteSurroundings) => (narrow ? SIZES.narrow : SIZES.roomy);

/** Left end of a note next to the name, from the box’s edge. */
const computeNoteLeft = ({ name = '' }: PlacedState, around: NoteSurroundings): number =>
  10 + estimateTextWidth(name, getNoteSizes(around).name) * BOLD + 6;

const computeNoteRoom = (
  { box, isLow, name = '' }: PlacedState,
  left: number,
  around: NoteSurroundings,
): number =>
  isLow || name === ''
    ? 0
    : box.width -
      left -
      NOTE_TO_EDGE -
      measureFigures(formatGroupedInteger(around.most), getNoteSizes(around).count);

function findBorderPlace(
  box: Rect,
  width: number,
  taken: readonly Rect[],
  edges: readonly PlacedEdge[],
): Rect {
  let best = { rect: box, cost: Number.POSITIVE_INFINITY };
  // Above the upper border, which the name and the number are close to; on the lower one.
  for (const [under, y] of [box.y - NOTE_HEIGHT - 1, box.y + box.height - NOTE_HEIGHT / 2].entries())
    for (const part of TRIED_BORDER_PARTS) {
      const x = box.x + 4 + part * (box.width - 8 - width);
      const rect = { x, y, width, height: NOTE_HEIGHT };
      const cost = under * COSTS.under + computePlaceCost(rect, taken, edges);
      if (cost < best.cost) best = { rect, cost };
    }
  return best.rect;
}

function computePlaceCost(rect: Rect, taken: readonly Rect[], edges: readonly PlacedEdge[]): number {
  let cost = taken.filter(one => doRectsTouch(rect, one, NOTE_DISTANCE, 0)).length * COSTS.number;
  for (const { route } of edges) {
    const { points } = route;
    if (points.some((point, i) => i > 0 && doRectsTouch(rect, createSegmentRect(points[i - 1], point))))
      cost += COSTS.line;
  }
  return cost;
}

/** The area of a number’s digits. */
function getNumberRect({ x, y, anchor }: NonNullable<PlacedEdge['label']>, total: number): Rect {
  const width = estimateTextWidth(formatGroupedInteger(total), FONT_SIZE);
  const before = { start: 0, middle: 0.5, end: 1 }[anchor] * width;
  return { x: x - before, y: y - 10, width, height: NOTE_HEIGHT };
}

type Point = PlacedEdge['route']['points'][number];

const createSegmentRect = ([ax, ay]: Point, [bx, by]: Point): Rect => ({
  ...{ x: Math.min(ax, bx), y: Math.min(ay, by) },
  ...{ width: Math.abs(ax - bx), height: Math.abs(ay - by) },
});
