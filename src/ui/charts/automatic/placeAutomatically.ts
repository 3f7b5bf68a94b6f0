import type { ChartLike, PlacedEdge, Placement } from '../placement.ts';
import { createRoute, type Route } from '../route.ts';
import type { Arrangement } from './arrangeStatesOnGrid.ts';
import { buildArrangementBoxes, getTitleAreas, rankGridShapes } from './boxes.ts';
import { createPlacedStates, getPlacedStateCenter } from './createPlacedStates.ts';
import { type Draft, routeDraftLines } from './draft.ts';
import { findBestDraft } from './findBestDraft.ts';
import { LabelPlacer } from './labels.ts';
import { collectChartLines, type Line, type Lines } from './lines.ts';
import { placeNumberedChart } from './placeNumberedChart.ts';

/**
 * Most states and lines for which lines are routed around boxes; beyond, they are straight and appear when
 * taken.
 */
const ROUTED = { states: 64, lines: 120 };
/** Most lines for which all are always shown. */
const SHOWN = 60;

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
  const lines = collectChartLines(chart);
  if (lines.exact.some(({ total }) => total !== undefined))
    return placeNumberedChart({ states: chart.states, lines: lines.exact, width, height, pause });
  const count = chart.states.length;
  if (count === 0) return { states: [], edges: [], group: null, isAutomatic: true };
  const isRouted = count <= ROUTED.states && lines.exact.length <= ROUTED.lines;
  const draft = isRouted
    ? await findBestDraft({ states: chart.states, lines: lines.exact, width, height, pause }, boxes =>
        routeDraftLines(boxes, lines, width, height, pause),
      )
    : createStraightDraft(chart.states, lines, width, height);
  return {
    states: createPlacedStates(chart.states, draft.boxes),
    edges: buildPlacedEdges(chart, lines, draft, width, height, isRouted),
    group: null,
    isAutomatic: true,
  };
}

function createStraightDraft(states: readonly string[], lines: Lines, width: number, height: number): Draft {
  const shape = rankGridShapes(states, [], width, height)[0];
  const cells = states.map((_, i) => i);
  const arrangement: Arrangement = { ...shape, cells, cost: 0, against: 0 };
  const boxes = buildArrangementBoxes(arrangement, states, [], width, height);
  const middle = (state: number) => getPlacedStateCenter(boxes[state]);
  return {
    boxes,
    exact: lines.exact.map(({ source, target }) => createRoute([middle(source), middle(target)])),
    wildcards: lines.wildcards.map(({ target }) => createRoute([[width - 8, height - 24], middle(target)])),
    cost: 0,
  };
}

function buildPlacedEdges(
  { states }: ChartLike,
  lines: Lines,
  draft: Draft,
  width: number,
  height: number,
  isRouted: boolean,
): PlacedEdge[] {
  const routes = [...draft.exact, ...draft.wildcards].filter(route => route !== null);
  const placer = new LabelPlacer(width, height, [...draft.boxes, ...getTitleAreas(width)], routes);
  const quiet = !isRouted || lines.exact.length > SHOWN;
  const places = quiet
    ? new Map()
    : findLabelPlaces(placer, [
        ...lines.exact.map((line, i) => ({ line, route: draft.exact[i] })),
        ...lines.wildcards.map((line, i) => ({ line, route: draft.wildcards[i] })),
      ]);
  const edge = (route: Route, { names }: Pick<Line, 'names'>) => {
    const label = places.get(route) ?? null;
    return { route, names, shown: label?.shown ?? [], label: label?.at ?? null, quiet };
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

/** Labels by their routes. Names come before bare numbers, and short lines first: they have the fewest places. */
function findLabelPlaces(
  placer: LabelPlacer,
  edges: readonly { readonly line: Pick<Line, 'labels'>; readonly route: Route | null }[],
): ReadonlyMap<Route, ReturnType<LabelPlacer['place']>> {
  const drawn = edges.flatMap(({ line, route }) => (route ? [{ names: line.labels, route }] : []));
  drawn.sort(
    (a, b) =>
      Number(a.names.length === 0) - Number(b.names.length === 0) ||
      a.route.lengths.at(-1)! - b.route.lengths.at(-1)!,
  );
  return new Map(drawn.map(({ names, route }) => [route, placer.place(route, names)]));
}
