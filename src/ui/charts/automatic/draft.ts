import type { Rect } from '../packing.ts';
import { type Point, type Route, routeOf } from '../route.ts';
import { STEP, titleOf } from './boxes.ts';
import { Lattice } from './lattice.ts';
import type { Line, Lines, Wildcard } from './lines.ts';
import { type Port, Router, type Way } from './router.ts';

/** Boxes with the lines between them; a line without a way is null. */
export interface Draft {
  readonly boxes: readonly Rect[];
  readonly exact: readonly (Route | null)[];
  readonly wildcards: readonly (Route | null)[];
  /** To compare drafts of one chart. */
  readonly cost: number;
}

/** A line without a way is worse than any other. */
const NO_WAY = 400;
/** A line from any state goes round the others rather than between them, steps. */
const INSIDE = 3;
/** Times that every line is laid anew when all others lie. */
const ROUNDS = 2;

/**
 * Lays all lines between given boxes, short ones first, then each anew round all others.
 * @param pause is awaited between two lines.
 */
export async function draftOf(
  boxes: readonly Rect[],
  { exact, wildcards }: Lines,
  width: number,
  height: number,
  pause: () => Promise<void>,
): Promise<Draft> {
  const lattice = new Lattice(width, height, boxes, titleOf(width));
  const router = new Router(lattice);
  const searches = [
    ...exact.map(line => () => wayOf(line, lattice, router)),
    ...wildcards.map((line, number) => () => wildcardWay(line, number, lattice, router)),
  ];
  const ways: (Way | null)[] = searches.map(() => null);
  const order = shortestFirst(exact, boxes);
  for (let round = 0; round < ROUNDS; round++)
    for (const i of [...order, ...wildcards.map((_, number) => exact.length + number)]) {
      if (ways[i]) lattice.mark(ways[i].points, -1);
      ways[i] = searches[i]();
      if (ways[i]) lattice.mark(ways[i].points, 1);
      await pause();
    }
  const routes = ways.map(way => (way ? routeOf(way.points.map(pointsOf(lattice))) : null));
  return {
    boxes,
    exact: routes.slice(0, exact.length),
    wildcards: routes.slice(exact.length),
    cost: ways.reduce((sum, way) => sum + (way?.cost ?? NO_WAY), 0),
  };
}

const pointsOf =
  ({ columns }: Lattice) =>
  (point: number): Point => [(point % columns) * STEP, Math.floor(point / columns) * STEP];

function shortestFirst(lines: readonly Line[], boxes: readonly Rect[]): number[] {
  const length = ({ source, target }: Line) => {
    const [a, b] = [boxes[source], boxes[target]];
    return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
  };
  return lines.map((_, i) => i).sort((a, b) => length(lines[a]) - length(lines[b]) || a - b);
}

function wayOf({ source, target }: Line, lattice: Lattice, router: Router): Way | null {
  if (source === target) return loopWay(source, lattice, router);
  return router.find(
    router.portsOf(lattice.boxes[source], false),
    router.portsOf(lattice.boxes[target], true),
  );
}

/** Out of one side of the box and round the corner into the next. */
function loopWay(state: number, lattice: Lattice, router: Router): Way | null {
  const box = lattice.boxes[state];
  const ways = [0, 1, 2, 3].flatMap(side => {
    const way = router.find(router.portsOf(box, false, [side]), router.portsOf(box, true, [(side + 3) % 4]));
    return way ? [way] : [];
  });
  return ways.reduce<Way | null>((best, way) => (best && best.cost <= way.cost ? best : way), null);
}

/** From the sheet's lower corners upwards: the first at the right, the second at the left, and so on. */
function wildcardWay({ target }: Wildcard, number: number, lattice: Lattice, router: Router): Way | null {
  const inwards = 2 + 2 * (number >> 1);
  const x = number % 2 === 0 ? lattice.columns - 1 - inwards : inwards;
  const start: Port = { point: lattice.point(x, lattice.rows - 7), direction: 3, cost: 0 };
  return router.find([start], router.portsOf(lattice.boxes[target], true), INSIDE);
}
