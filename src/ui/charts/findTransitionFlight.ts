import type { Rect } from './packing.ts';
import { type ChartLike, doesEdgeCarryTransition, type PlacedEdge, type Placement } from './placement.ts';
import { createRoute, type Point, type Route } from './route.ts';

/** A dot's way with a transition; null: straight to its new place. */
export function findTransitionFlight(
  transition: ChartLike['transitions'][number],
  { edges, states }: Placement,
): Route | null {
  const edge = edges.find(other => doesEdgeCarryTransition(other, transition));
  if (!edge) return null;
  const box = states.find(({ state }) => state === transition.source)?.box;
  return edge.isWildcard && box ? buildJoiningRoute(box, edge) : edge.route;
}

/**
 * A route straight from a box to the nearest point of a line that comes from elsewhere, and along the line
 * from there.
 */
function buildJoiningRoute(box: Rect, { route }: PlacedEdge): Route {
  let best: { readonly at: Point; readonly part: number; readonly far: number } | null = null;
  for (let i = 1; i < route.points.length; i++) {
    const at = findNearestOnSegment(route.points[i - 1], route.points[i], getRectCenter(box));
    const border = projectToBorder(box, at);
    const far = Math.hypot(at[0] - border[0], at[1] - border[1]);
    // The later of equally near places leaves less of the line.
    if (best === null || far <= best.far) best = { at, part: i, far };
  }
  if (best === null) return route;
  return createRoute([projectToBorder(box, best.at), best.at, ...route.points.slice(best.part)]);
}

/** The point of a segment that is nearest to another point. */
function findNearestOnSegment(a: Point, b: Point, to: Point): Point {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy || 1;
  const part = Math.max(0, Math.min(1, ((to[0] - a[0]) * dx + (to[1] - a[1]) * dy) / square));
  return [a[0] + dx * part, a[1] + dy * part];
}

const getRectCenter = ({ x, y, width, height }: Rect): Point => [x + width / 2, y + height / 2];
const projectToBorder = ({ x, y, width, height }: Rect, [px, py]: Point): Point => [
  Math.max(x, Math.min(x + width, px)),
  Math.max(y, Math.min(y + height, py)),
];
