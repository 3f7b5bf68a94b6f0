import { drawTextLine } from '../../../charts/canvas.ts';
import { type CascadePlot, getCascadeRowX, getCascadeRowY } from './cascade.ts';

/** A name that wants a place; heavier ones are placed first, colliding ones are dropped. */
export interface NameWish {
  readonly row: number;
  readonly text: string;
  readonly weight: number;
  /** At the head: stands right of the plot's last tick, with a leader. */
  readonly atHead: boolean;
  readonly strong: boolean;
}

type Box = readonly [left: number, top: number, right: number, bottom: number];
const areBoxesApart = (a: Box, b: Box) => a[0] >= b[2] || a[2] <= b[0] || a[1] >= b[3] || a[3] <= b[1];

/** A name at its place, in CSS pixels of the plot. */
interface PlacedName {
  readonly row: number;
  readonly text: string;
  readonly strong: boolean;
  readonly x: number;
  /** The text's baseline. */
  readonly y: number;
  readonly width: number;
  /** y of the post to which a line leads; null: the name stands at it. */
  readonly leader: number | null;
}

/** A cascade with the names for which there was room. */
export interface NamedPlot extends CascadePlot {
  readonly names: readonly PlacedName[];
}

const getNameBox = ({ x, y, width }: Pick<PlacedName, 'x' | 'y' | 'width'>): Box => [
  x,
  y - 8,
  x + width,
  y + 2,
];

/** Rows beyond which only the head has space for names. */
const CROWDED = 400;
/** Greatest distance of a name at the head from its post, and least distance between two, pixels. */
const HEAD_NAME_DISTANCES = { farthest: 24, apart: 12.5 };

/** Height of a strip of the plot, pixels: a name touches two of them at most. */
const STRIP = 16;

/** Taken places, in strips, so that only what is near is compared. A post's own name may touch it. */
class TakenPlaces {
  readonly #strips = new Map<number, { readonly box: Box; readonly row: number }[]>();

  add(box: Box, row = -1): void {
    for (const strip of listBoxStrips(box)) {
      const boxes = this.#strips.get(strip);
      if (boxes) boxes.push({ box, row });
      else this.#strips.set(strip, [{ box, row }]);
    }
  }

  isFree(box: Box, own: number): boolean {
    for (const strip of listBoxStrips(box))
      for (const other of this.#strips.get(strip) ?? [])
        if (other.row !== own && !areBoxesApart(box, other.box)) return false;
    return true;
  }
}

function listBoxStrips([, top, , bottom]: Box): readonly number[] {
  const strips: number[] = [];
  for (let strip = Math.floor(top / STRIP); strip <= Math.floor(bottom / STRIP); strip++) strips.push(strip);
  return strips;
}

/** Posts, and the lines that lead to them. */
function collectTakenPlaces(plot: CascadePlot): TakenPlaces {
  const taken = new TakenPlaces();
  plot.tree.parent.forEach((parent, row) => {
    const [x, y] = [getCascadeRowX(plot, row), getCascadeRowY(plot, row)];
    taken.add([x - 4, y - 4, x + 4, y + 4], row);
    if (parent < 0) return;
    const from = getCascadeRowX(plot, parent);
    taken.add([from + 8, y - 0.5, x, y + 0.5]);
    const over = getCascadeRowY(plot, parent);
    taken.add([from - 0.5, Math.min(over, y), from + 0.5, Math.max(over, y)]);
  });
  return taken;
}

/** Places at a post, the best first: right of it, unless a line goes there; above it to the right; to the left. */
function listNamePlaces(plot: CascadePlot, { row, strong }: NameWish, width: number) {
  const [x, y] = [getCascadeRowX(plot, row), getCascadeRowY(plot, row)];
  const above = [
    { x: x + 4, y: y - 6 },
    { x: x - 4 - width, y: y - 6 },
  ];
  if (strong) return [{ x: x + 11, y: y + 4 }, ...above];
  return plot.layout.branch[row] > 1 ? above : [{ x: x + 8, y: y + 4 }, ...above];
}

/**
 * Places for names, each at its own post: a name touches no other name and no foreign post. A strong one stands
 * in any case.
 * @param widthOf width of a name, pixels
 */
export function placePostNames(
  plot: CascadePlot,
  wishes: readonly NameWish[],
  widthOf: (text: string) => number,
): readonly PlacedName[] {
  const isCrowded = plot.tree.parent.length > CROWDED;
  const taken = isCrowded ? new TakenPlaces() : collectTakenPlaces(plot);
  const placed: PlacedName[] = [];
  const place = (wish: NameWish, x: number, y: number, width: number, leader: number | null) => {
    const name = { row: wish.row, text: wish.text, strong: wish.strong, x, y, width, leader };
    placed.push(name);
    taken.add(getNameBox(name));
  };
  let below = Number.NEGATIVE_INFINITY;
  const edge = wishes.filter(wish => wish.atHead).sort((a, b) => plot.lane[a.row] - plot.lane[b.row]);
  for (const wish of edge) {
    const own = getCascadeRowY(plot, wish.row);
    const y = Math.max(own + 4, below + HEAD_NAME_DISTANCES.apart);
    if (y > plot.bottom + 12) break;
    if (y - own > HEAD_NAME_DISTANCES.farthest) continue;
    below = y;
    place(wish, getCascadeRowX(plot, wish.row) + 20, y, widthOf(wish.text), own);
  }
  if (isCrowded) return placed;
  for (const wish of wishes.filter(other => !other.atHead).sort((a, b) => b.weight - a.weight)) {
    const width = widthOf(wish.text);
    const inside = listNamePlaces(plot, wish, width).filter(at =>
      isBoxInsidePlot(plot, getNameBox({ ...at, width })),
    );
    const free = inside.find(at => taken.isFree(getNameBox({ ...at, width }), wish.row));
    const at = free ?? (wish.strong ? inside[0] : undefined);
    if (at) place(wish, at.x, at.y, width, null);
  }
  return placed;
}

const isBoxInsidePlot = (plot: CascadePlot, [left, top, right, bottom]: Box): boolean =>
  left >= 0 && right <= plot.width && top >= plot.top - 16 && bottom <= plot.bottom + 14;

/** The row whose name is at a point; null for none. */
export const findNameAtPoint = (names: readonly PlacedName[], x: number, y: number): number | null =>
  names.find(name => !areBoxesApart(getNameBox(name), [x, y, x + 0.1, y + 0.1]))?.row ?? null;

/** Writes the names. */
export function drawPostNames(ctx: CanvasRenderingContext2D, { names, inks }: NamedPlot): void {
  for (const { text, strong, x, y, leader } of names) {
    if (leader !== null) {
      ctx.strokeStyle = inks.link;
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.moveTo(x - 13, leader);
      ctx.lineTo(x - 4, y - 4);
      ctx.stroke();
    }
    const color = strong ? inks.ink : inks.ink2;
    drawTextLine(ctx, inks, text, x, y, { color, weight: strong ? 600 : 420, halo: inks.bg });
  }
}
