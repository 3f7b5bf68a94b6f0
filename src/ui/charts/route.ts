/** A point in CSS pixels. */
export type Point = readonly [x: number, y: number];

/** A polyline, rounded at its corners when drawn; dots travel along its straight parts. */
export interface Route {
  readonly points: readonly Point[];
  /** Length up to each point, pixels. */
  readonly lengths: readonly number[];
}

/** A route through points, with its lengths summed up. */
export function createRoute(points: readonly Point[]): Route {
  const lengths = [0];
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    lengths.push(lengths[i - 1] + Math.hypot(b[0] - a[0], b[1] - a[1]));
  }
  return { points, lengths };
}

/** The SVG path, with corners of the given radius. */
export function buildRouteSvgPath(route: Route, radius = 10): string {
  const { points } = route;
  let path = `M${roundCoordinate(points[0][0])} ${roundCoordinate(points[0][1])}`;
  for (let i = 1; i < points.length - 1; i++) {
    const before = movePointTowards(points[i], points[i - 1], radius);
    const after = movePointTowards(points[i], points[i + 1], radius);
    path += `L${roundCoordinate(before[0])} ${roundCoordinate(before[1])}`;
    path += `Q${roundCoordinate(points[i][0])} ${roundCoordinate(points[i][1])} ${roundCoordinate(after[0])} ${roundCoordinate(after[1])}`;
  }
  const last = points.at(-1)!;
  return `${path}L${roundCoordinate(last[0])} ${roundCoordinate(last[1])}`;
}

/** The point at a part of the way, 0 to 1. */
export function getPointOnRoute(route: Route, part: number): Point {
  const total = route.lengths.at(-1)!;
  const at = Math.min(1, Math.max(0, part)) * total;
  let i = 1;
  while (i < route.lengths.length - 1 && route.lengths[i] < at) i++;
  const [a, b] = [route.points[i - 1], route.points[i] ?? route.points[i - 1]];
  const span = route.lengths[i] - route.lengths[i - 1] || 1;
  const u = (at - route.lengths[i - 1]) / span;
  return [a[0] + (b[0] - a[0]) * u, a[1] + (b[1] - a[1]) * u];
}

function movePointTowards(from: Point, to: Point, radius: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const part = length === 0 ? 0 : Math.min(radius, length / 2) / length;
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

const roundCoordinate = (value: number): number => Math.round(value * 10) / 10;
