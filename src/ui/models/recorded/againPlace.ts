import { textWidth } from '../../charts/automatic/text.ts';
import { figuresWidth } from '../../charts/fitting.ts';
import type { Rect } from '../../charts/packing.ts';
import type { PlacedEdge, PlacedState } from '../../charts/placement.ts';
import { touches } from '../../charts/touches.ts';
import { grouped } from '../../words/words.ts';

/** Sizes of a name, of its box’s count, of a note and of an edge’s number, pixels; how much wider a bold name is. */
const SIZE = { name: 12.5, count: 12, note: 11, number: 11 };
const BOLD = 1.06;
/** Pixels between a note and the count, and from that to the box’s edge. */
const AFTER = 6 + 10;
/** Height of a note at a border, and how far its baseline is below that. */
const HEIGHT = 12;
const BASE = 4;
/** Parts of a border at which a note is tried. */
const PARTS = [0, 1, 0.5, 0.25, 0.75] as const;
/** What it costs to lie on a number, on a line; under the box rather than above it. */
const COSTS = { number: 100, line: 10, under: 1 };

/** How often a state follows itself, in words, and where they begin. */
interface AgainNote {
  readonly words: string;
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  readonly isAtBorder: boolean;
}

/**
 * Beside the state’s name where that leaves room, else at the box’s border, off numbers and lines where that can be.
 * @param most the largest count that the box may have
 */
export function againPlace(
  { box, isLow = false, name = '' }: PlacedState,
  count: number,
  edges: readonly PlacedEdge[],
  most: number,
): AgainNote {
  const left = 10 + textWidth(name, SIZE.name) * BOLD + 6;
  const room = isLow || name === '' ? 0 : box.width - left - AFTER - figuresWidth(grouped(most), SIZE.count);
  const short = `↻${grouped(count)}`;
  const beside = [`again ${grouped(count)}`, short].find(words => textWidth(words, SIZE.note) <= room);
  if (beside !== undefined) return { words: beside, x: box.x + left, y: box.y + 16, isAtBorder: false };
  const { x, y, height } = bestAtBorder(box, textWidth(short, SIZE.note), edges);
  return { words: short, x, y: y + height / 2 + BASE, isAtBorder: true };
}

function bestAtBorder(box: Rect, width: number, edges: readonly PlacedEdge[]): Rect {
  let best = { rect: box, cost: Number.POSITIVE_INFINITY };
  // Above the upper border, which the name and the number are close to; on the lower one.
  for (const [under, y] of [box.y - HEIGHT - 1, box.y + box.height - HEIGHT / 2].entries())
    for (const part of PARTS) {
      const x = box.x + 4 + part * (box.width - 8 - width);
      const rect = { x, y, width, height: HEIGHT };
      const cost = under * COSTS.under + costOf(rect, edges);
      if (cost < best.cost) best = { rect, cost };
    }
  return best.rect;
}

function costOf(rect: Rect, edges: readonly PlacedEdge[]): number {
  let cost = 0;
  for (const { route, label, total = 0 } of edges) {
    if (label !== null && touches(rect, numberRect(label, total))) cost += COSTS.number;
    const { points } = route;
    if (points.some((point, i) => i > 0 && touches(rect, rectOf(points[i - 1], point)))) cost += COSTS.line;
  }
  return cost;
}

/** The area of a number’s digits. */
function numberRect({ x, y }: NonNullable<PlacedEdge['label']>, total: number): Rect {
  const width = textWidth(grouped(total), SIZE.number);
  return { x: x - width / 2, y: y - 10, width, height: HEIGHT };
}

type Point = PlacedEdge['route']['points'][number];

const rectOf = ([ax, ay]: Point, [bx, by]: Point): Rect => ({
  ...{ x: Math.min(ax, bx), y: Math.min(ay, by) },
  ...{ width: Math.abs(ax - bx), height: Math.abs(ay - by) },
});
