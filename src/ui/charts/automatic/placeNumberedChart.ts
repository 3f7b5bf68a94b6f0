import { formatGroupedInteger } from '../../lib/words.ts';
import type { Rect } from '../packing.ts';
import type { PlacedEdge, Placement } from '../placement.ts';
import { createRoute } from '../route.ts';
import { getTitleAreas } from './boxes.ts';
import { createPlacedStates, getPlacedStateCenter } from './createPlacedStates.ts';
import { type ChartToPlace, findBestDraft } from './findBestDraft.ts';
import { NumberedLines } from './numbered.ts';
import { findNumberPlace, measureLineNumber } from './numberPlaces.ts';

/** Lines that are laid first, and by which boxes are arranged; most that are routed: the others are straight. */
const FIRST = 44;
const MOST_ROUTED = 160;
/** Most lines of a part for whose numbers a place is looked for: among more there is hardly any. */
const MOST_NUMBERED = 160;
/** Times that the first are laid anew around all others. */
const AGAIN = 2;

/** Steps that a name costs which is cut, and a beginning that is not first. */
const CUT = 40;
const NOT_FIRST = 200;

/**
 * A chart that tells how often each of its lines was taken: boxes where the most frequent ones are short, and room for
 * the number of each. A part of it is drawn by leaving lines out, so what stays in sight stays where it is.
 */
export async function placeNumberedChart({
  states,
  lines,
  pause,
  ...sheet
}: ChartToPlace): Promise<Placement> {
  const frequent = [...lines].sort((a, b) => (b.total ?? 0) - (a.total ?? 0));
  const first = frequent
    .slice(0, FIRST)
    .map(line => ({ ...line, labels: [formatGroupedInteger(line.total ?? 0)] }));
  const { drawing } = await findBestDraft({ ...sheet, pause, states, lines: first }, async boxes => {
    const tried = new NumberedLines(boxes, frequent.slice(0, MOST_ROUTED), sheet);
    await tried.lay(0, first.length, pause);
    return { drawing: tried, cost: tried.costOf(first.length) + computeUnreadableCost(states, boxes) };
  });
  for (let again = 0; again < AGAIN; again++) await drawing.lay(0, first.length, pause);
  await drawing.lay(first.length, MOST_ROUTED, pause);
  const { boxes, routes } = drawing;
  const edges = frequent.flatMap(({ source, target, names, total = 0 }, i): PlacedEdge[] => {
    const straight = createRoute([getPlacedStateCenter(boxes[source]), getPlacedStateCenter(boxes[target])]);
    const route = i < routes.length ? routes[i] : straight;
    const ends = { sources: [states[source]], target: states[target] };
    const edge = { key: `${states[source]}>${states[target]}`, ...ends, names, shown: [], total };
    return route === null ? [] : [{ ...edge, route, label: null, quiet: false }];
  });
  return {
    states: createPlacedStates(states, boxes),
    edges,
    group: null,
    isAutomatic: true,
    part: keys =>
      addLineNumbers(
        edges.filter(({ key }) => keys.has(key)),
        boxes,
        sheet,
      ),
  };
}

/** What boxes cost in which a chart is not easily read, in steps. */
function computeUnreadableCost(states: readonly string[], boxes: readonly Rect[]): number {
  const cut = createPlacedStates(states, boxes).filter(({ state, name }) => name !== state).length;
  const isFirst = boxes.every(({ x, y }) => boxes[0].x <= x && boxes[0].y <= y);
  return cut * CUT + (isFirst ? 0 : NOT_FIRST);
}

/** Lines with their numbers, those of the most frequent placed first. */
function addLineNumbers(
  edges: readonly PlacedEdge[],
  boxes: readonly Rect[],
  sheet: Pick<Rect, 'width' | 'height'>,
): readonly PlacedEdge[] {
  const taken = [...boxes, ...getTitleAreas(sheet.width)];
  return edges.map((edge, i) => {
    if (i >= MOST_NUMBERED) return edge;
    const others = edges.flatMap(({ route }) => (route === edge.route ? [] : [route]));
    const number = findNumberPlace(edge.route, measureLineNumber(edge.total), sheet, taken, others);
    if (number) taken.push(number.rect);
    return { ...edge, label: number?.at ?? null };
  });
}
