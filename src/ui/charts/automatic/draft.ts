import type { Rect } from '../packing.ts';
import { createRoute, type Point, type Route } from '../route.ts';
import { getTitleAreas, LATTICE_STEP } from './boxes.ts';
import { Lattice } from './lattice.ts';
import type { Lines, SheetLine, Wildcard } from './lines.ts';
import { type Path, type Port, Router } from './router.ts';

/** Boxes with the lines between them; a line without a path is null. */
export interface LayoutDraft {
  readonly boxes: readonly Rect[];
  readonly exact: readonly (Route | null)[];
  readonly wildcards: readonly (Route | null)[];
  /** Cost, for comparing drafts of one chart. */
  readonly cost: number;
}

/** A line without a path is worse than any other. */
const NO_PATH = 400;
/** Cost per step for a wildcard line between the boxes; it should go around them. */
const INSIDE = 3;
/** Number of times that every line is rerouted around all others. */
const ROUNDS = 2;

/**
 * Lays all lines between given boxes, short ones first, then each again around all others.
 * @param pause awaited between two lines.
 */
export async function routeDraftLines(
  boxes: readonly Rect[],
  { exact, wildcards }: Lines,
  width: number,
  height: number,
  pause: () => Promise<void>,
): Promise<LayoutDraft> {
  const lattice = new Lattice(width, height, boxes, getTitleAreas(width));
  const router = new Router(lattice);
  const searches = [
    ...exact.map(line => () => findCheapestLinePath(line, lattice, router)),
    ...wildcards.map((line, number) => () => findWildcardPath(line, number, lattice, router)),
  ];
  const paths: (Path | null)[] = searches.map(() => null);
  const order = orderShortestFirst(exact, boxes);
  for (let round = 0; round < ROUNDS; round++)
    for (const i of [...order, ...wildcards.map((_, number) => exact.length + number)]) {
      if (paths[i]) lattice.mark(paths[i].points, -1);
      paths[i] = searches[i]();
      if (paths[i]) lattice.mark(paths[i].points, 1);
      await pause();
    }
  const routes = paths.map(path =>
    path ? createRoute(path.points.map(createLatticeProjection(lattice))) : null,
  );
  return {
    boxes,
    exact: routes.slice(0, exact.length),
    wildcards: routes.slice(exact.length),
    cost: paths.reduce((sum, path) => sum + (path?.cost ?? NO_PATH), 0),
  };
}

/** A lattice point on the sheet, pixels. */
export const createLatticeProjection =
  ({ columns }: Lattice) =>
  (point: number): Point => [(point % columns) * LATTICE_STEP, Math.floor(point / columns) * LATTICE_STEP];

function orderShortestFirst(lines: readonly SheetLine[], boxes: readonly Rect[]): number[] {
  const length = ({ source, target }: SheetLine) => {
    const [a, b] = [boxes[source], boxes[target]];
    return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
  };
  return lines.map((_, i) => i).sort((a, b) => length(lines[a]) - length(lines[b]) || a - b);
}

/** The cheapest path of a line; null if there is none. */
export function findCheapestLinePath(
  { source, target }: SheetLine,
  lattice: Lattice,
  router: Router,
): Path | null {
  if (source === target) return findLoopPath(source, lattice, router);
  return router.find(
    router.portsOf(lattice.boxes[source], false),
    router.portsOf(lattice.boxes[target], true),
  );
}

/** Path of a loop: out of one side of the box and around the corner into the next. */
function findLoopPath(state: number, lattice: Lattice, router: Router): Path | null {
  const box = lattice.boxes[state];
  const paths = [0, 1, 2, 3].flatMap(side => {
    const path = router.find(router.portsOf(box, false, [side]), router.portsOf(box, true, [(side + 3) % 4]));
    return path ? [path] : [];
  });
  return paths.reduce<Path | null>((best, path) => (best && best.cost <= path.cost ? best : path), null);
}

/** From the sheet's lower corners upwards: the first at the right, the second at the left, and so on. */
function findWildcardPath(
  { target }: Wildcard,
  number: number,
  lattice: Lattice,
  router: Router,
): Path | null {
  const inwards = 2 + 2 * (number >> 1);
  const x = number % 2 === 0 ? lattice.columns - 1 - inwards : inwards;
  const start: Port = { point: lattice.point(x, lattice.rows - 7), direction: 3, cost: 0 };
  return router.find([start], router.portsOf(lattice.boxes[target], true), INSIDE);
}
