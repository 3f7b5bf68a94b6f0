import type { Rect } from '../charts/packing.ts';
import type { ChartLike, PlacedEdge, Placement } from '../charts/placement.ts';
import { createRoute, type Point } from '../charts/route.ts';

/** Any flat chart: states in rows of three, straight lines between the boxes' sides. */
export function placeFlatChart(chart: ChartLike, width: number, height: number): Placement {
  const columns = Math.min(3, chart.states.length);
  const rows = Math.ceil(chart.states.length / columns);
  const cell = { width: (width - 32) / columns, height: (height - 48) / rows };
  const boxes = new Map<string, Rect>(
    chart.states.map((state, i) => [
      state,
      {
        x: 16 + (i % columns) * cell.width,
        y: 40 + Math.floor(i / columns) * cell.height,
        width: cell.width - 48,
        height: cell.height - 36,
      },
    ]),
  );
  const pairs = new Map(
    chart.transitions.map(({ source, target }) => [`${source}>${target}`, { source, target }]),
  );
  const edges = [...pairs.values()]
    .filter(({ source, target }) => source !== target && boxes.has(source))
    .map(pair => createStraightEdge(pair, boxes, chart));
  return {
    states: chart.states.map(state => {
      const box = boxes.get(state)!;
      const dots = {
        x: box.x + 9,
        y: box.y + 22,
        width: box.width - 18,
        height: Math.max(12, box.height - 29),
      };
      return { state, box, dots, stretch: 2.2 };
    }),
    edges,
    group: null,
    part: keys => edges.filter(({ key }) => keys.has(key)),
  };
}

function createStraightEdge(
  pair: { source: string; target: string },
  boxes: ReadonlyMap<string, Rect>,
  chart: ChartLike,
): PlacedEdge {
  const [a, b] = [boxes.get(pair.source)!, boxes.get(pair.target)!];
  const [from, to] = [findBoxSidePoint(a, getBoxCenter(b)), findBoxSidePoint(b, getBoxCenter(a))];
  // Opposite lines run side by side.
  const shift = chart.states.indexOf(pair.source) < chart.states.indexOf(pair.target) ? 5 : -5;
  const along = Math.abs(to[0] - from[0]) > Math.abs(to[1] - from[1]);
  const move = ([x, y]: Point): Point => (along ? [x, y + shift] : [x + shift, y]);
  const route = createRoute([move(from), move(to)]);
  const label = {
    x: (from[0] + to[0]) / 2 + 6,
    y: (from[1] + to[1]) / 2 + shift - 3,
    anchor: 'start' as const,
  };
  return {
    key: `${pair.source}>${pair.target}`,
    sources: [pair.source],
    target: pair.target,
    route,
    names: [],
    label,
    quiet: false,
  };
}

const getBoxCenter = (box: Rect): Point => [box.x + box.width / 2, box.y + box.height / 2];

/** The point at which a line from a box's middle towards a point leaves the box. */
function findBoxSidePoint(box: Rect, to: Point): Point {
  const [cx, cy] = getBoxCenter(box);
  const [dx, dy] = [to[0] - cx, to[1] - cy];
  const part = Math.min(box.width / 2 / (Math.abs(dx) || 1e-9), box.height / 2 / (Math.abs(dy) || 1e-9), 1);
  return [cx + dx * part, cy + dy * part];
}
