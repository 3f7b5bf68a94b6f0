import type { Rect } from './packing.ts';
import { type ChartLike, carries, type PlacedEdge, type Placement } from './placement.ts';
import { type Point, type Route, routeOf } from './route.ts';

/** A dot's way with a transition; null: straight to its new place. */
export function flightOf(
  transition: ChartLike['transitions'][number],
  { edges, states }: Placement,
): Route | null {
  const edge = edges.find(other => carries(other, transition));
  if (!edge) return null;
  const box = states.find(({ state }) => state === transition.source)?.box;
  return edge.isWildcard && box ? joined(box, edge) : edge.route;
}

/**
 * A route straight from a box to the nearest point of a line that comes from elsewhere, and along the line
 * from there.
 */
function joined(box: Rect, { route }: PlacedEdge): Route {
  let best: { readonly at: Point; readonly part: number; readonly far: number } | null = null;
  for (let i = 1; i < route.points.length; i++) {
    const at = nearest(route.points[i - 1], route.points[i], middleOf(box));
    const border = onBorder(box, at);
    const far = Math.hypot(at[0] - border[0], at[1] - border[1]);
    // The later of equally near places leaves less of the line.
    if (best === null || far <= best.far) best = { at, part: i, far };
  }
  if (best === null) return route;
  return routeOf([onBorder(box, best.at), best.at, ...route.points.slice(best.part)]);
}

/** The point of a segment that is nearest to another point. */
function nearest(a: Point, b: Point, to: Point): Point {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy || 1;
  const part = Math.max(0, Math.min(1, ((to[0] - a[0]) * dx + (to[1] - a[1]) * dy) / square));
  return [a[0] + dx * part, a[1] + dy * part];
}

const middleOf = ({ x, y, width, height }: Rect): Point => [x + width / 2, y + height / 2];
const onBorder = ({ x, y, width, height }: Rect, [px, py]: Point): Point => [
  Math.max(x, Math.min(x + width, px)),
  Math.max(y, Math.min(y + height, py)),
];
