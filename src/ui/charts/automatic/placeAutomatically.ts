import { grouped } from '../../words/words.ts';
import type { Rect } from '../packing.ts';
import type { ChartLike, PlacedEdge, PlacedState, Placement } from '../placement.ts';
import { type Route, routeOf } from '../route.ts';
import { APART_ROOM, apartIn } from './apart.ts';
import { type Arrangement, arrange, compacted } from './arrange.ts';
import {
  boxesOf,
  dotsRoom,
  LABEL_SIZE,
  lowRoom,
  NAME_ROOM,
  NAME_SIZE,
  shapeCost,
  shapesFor,
  TALL,
  titleOf,
} from './boxes.ts';
import { type Draft, draftOf } from './draft.ts';
import { LabelPlacer } from './labels.ts';
import { type Line, type Lines, linesOf } from './lines.ts';
import { shortened, textWidth } from './text.ts';

/**
 * Most states and lines for which lines are routed around boxes; beyond, they are straight and appear when
 * taken.
 */
const ROUTED = { states: 64, lines: 120 };
/** Most lines for which all are always shown. */
const SHOWN = 60;
/** Share of the largest total below which a number stands beside lines alone; most lines that others may lie on. */
const RARE = 0.05;
const MOST_CROSSED = 2;
/** Weight of an unfit shape against the cost of lines, steps. */
const SHAPE = 260;
/** The same for lines against the reading direction. */
const AGAINST = 45;

/**
 * A placement of any chart: states on a grid that fits the sheet, right-angled lines around them, labels
 * beside the lines as far as there is room. Deterministic.
 * @param pause awaited every now and then; it may throw to give up.
 */
export async function placeAutomatically(
  chart: ChartLike,
  width: number,
  height: number,
  pause: () => Promise<void>,
): Promise<Placement> {
  const { apart } = chart;
  if (apart === undefined || apart.size === 0) return placeTogether(chart, width, height, pause);
  const states = chart.states.filter(state => !apart.has(state));
  const { transitions } = chart;
  const placed = await placeTogether({ states, transitions }, width, height - APART_ROOM, pause);
  const others = chart.states.filter(state => apart.has(state));
  const all = [
    ...placed.states,
    ...apartIn(others, width, height).map(([state, box]) => stateIn(state, box)),
  ];
  const boxes = new Map(all.map(one => [one.state, one]));
  return { ...placed, states: chart.states.flatMap(state => boxes.get(state) ?? []) };
}

async function placeTogether(
  chart: ChartLike,
  width: number,
  height: number,
  pause: () => Promise<void>,
): Promise<Placement> {
  const lines = linesOf(chart);
  const count = chart.states.length;
  if (count === 0) return { states: [], edges: [], group: null, isAutomatic: true };
  const isRouted = count <= ROUTED.states && lines.exact.length <= ROUTED.lines;
  const draft = isRouted
    ? await bestDraft(chart.states, lines, width, height, pause)
    : straightDraft(chart.states, lines, width, height);
  return {
    states: chart.states.map((state, i) => stateIn(state, draft.boxes[i])),
    edges: edgesOf(chart, lines, draft, width, height, isRouted),
    group: null,
    isAutomatic: true,
  };
}

/** Tries some shapes of grid and some arrangements in each; the smaller the chart, the more. */
async function bestDraft(
  states: readonly string[],
  lines: Lines,
  width: number,
  height: number,
  pause: () => Promise<void>,
): Promise<Draft> {
  const [shapes, each] = states.length <= 14 ? [4, 3] : states.length <= 30 ? [2, 2] : [1, 1];
  let best: Draft | null = null;
  for (const shape of shapesFor(states, lines.exact, width, height).slice(0, shapes)) {
    const found = await arrange(states.length, lines.exact, shape, each, pause);
    for (const arrangement of found.map(compacted)) {
      await pause();
      const unfit = shapeCost(arrangement, states, lines.exact, width, height) * SHAPE;
      const boxes = boxesOf(arrangement, states, lines.exact, width, height);
      const draft = await draftOf(boxes, lines, width, height, pause);
      const whole = { ...draft, cost: draft.cost + unfit + arrangement.against * AGAINST };
      if (best === null || whole.cost < best.cost) best = whole;
    }
  }
  return best!;
}

function straightDraft(states: readonly string[], lines: Lines, width: number, height: number): Draft {
  const shape = shapesFor(states, [], width, height)[0];
  const cells = states.map((_, i) => i);
  const arrangement: Arrangement = { ...shape, cells, cost: 0, against: 0 };
  const boxes = boxesOf(arrangement, states, [], width, height);
  const middle = (state: number) => middleOf(boxes[state]);
  return {
    boxes,
    exact: lines.exact.map(({ source, target }) => routeOf([middle(source), middle(target)])),
    wildcards: lines.wildcards.map(({ target }) => routeOf([[width - 8, height - 24], middle(target)])),
    cost: 0,
  };
}

const middleOf = ({ x, y, width, height }: Rect) => [x + width / 2, y + height / 2] as const;

/** A state's box; a low one has its name and its dots side by side. */
function stateIn(state: string, box: Rect): PlacedState {
  const isLow = box.height < TALL;
  const name = isLow
    ? shortened(state, box.width - lowRoom(box.width), LABEL_SIZE)
    : shortened(state, box.width - NAME_ROOM, NAME_SIZE);
  const room = dotsRoom(box.width);
  const dots = isLow
    ? { x: box.x + box.width - room - 2, y: box.y + 1, width: room, height: box.height - 2 }
    : { x: box.x + 6, y: box.y + 21, width: box.width - 12, height: box.height - 24 };
  return {
    state,
    box,
    dots: name === '' ? { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2 } : dots,
    stretch: 2.2,
    pitch: 13,
    name,
    isLow,
  };
}

function edgesOf(
  { states }: ChartLike,
  lines: Lines,
  draft: Draft,
  width: number,
  height: number,
  isRouted: boolean,
): PlacedEdge[] {
  const routes = [...draft.exact, ...draft.wildcards].filter(route => route !== null);
  const placer = new LabelPlacer(width, height, [...draft.boxes, ...titleOf(width)], routes);
  const hasTotals = lines.exact.some(({ total }) => total !== undefined);
  const quiet = !hasTotals && (!isRouted || lines.exact.length > SHOWN);
  const places = quiet
    ? new Map()
    : labelPlaces(placer, [
        ...lines.exact.map((line, i) => ({ line, route: draft.exact[i] })),
        ...lines.wildcards.map((line, i) => ({ line, route: draft.wildcards[i] })),
      ]);
  const edge = (route: Route, { names, total }: Pick<Line, 'names' | 'total'>) => {
    const label = places.get(route) ?? null;
    const shown = { names, shown: label?.shown ?? [], label: label?.at ?? null };
    return { route, ...shown, quiet, ...(total !== undefined && { total }) };
  };
  const exact = lines.exact.flatMap((line, i): PlacedEdge[] => {
    const [from, to] = [states[line.source], states[line.target]];
    const route = draft.exact[i];
    return route ? [{ key: `${from}>${to}`, sources: [from], target: to, ...edge(route, line) }] : [];
  });
  const dashed = lines.wildcards.flatMap((line, i): PlacedEdge[] => {
    const route = draft.wildcards[i];
    const to = states[line.target];
    return route
      ? [{ key: `*>${to}`, sources: states, target: to, isWildcard: true, ...edge(route, line) }]
      : [];
  });
  return [...exact, ...dashed];
}

/**
 * Labels by their routes. The largest totals come first; names before bare numbers, and short lines first: they have the
 * fewest places.
 */
function labelPlaces(
  placer: LabelPlacer,
  edges: readonly { readonly line: Pick<Line, 'labels' | 'total'>; readonly route: Route | null }[],
): ReadonlyMap<Route, ReturnType<LabelPlacer['place']>> {
  const drawn = edges.flatMap(({ line, route }) =>
    route ? [{ names: line.labels, total: line.total, route }] : [],
  );
  drawn.sort(
    (a, b) =>
      (b.total ?? 0) - (a.total ?? 0) ||
      Number(a.names.length === 0) - Number(b.names.length === 0) ||
      a.route.lengths.at(-1)! - b.route.lengths.at(-1)!,
  );
  const numberOf = (total: number | undefined) =>
    total === undefined ? undefined : textWidth(grouped(total), LABEL_SIZE) + 6;
  const most = Math.max(0, ...drawn.map(({ total = 0 }) => total));
  const crossed = (total: number | undefined) =>
    total === undefined ? undefined : total < most * RARE ? 0 : MOST_CROSSED;
  return new Map(
    drawn.map(({ names, total, route }) => [
      route,
      placer.place(route, names, numberOf(total), crossed(total)),
    ]),
  );
}
