import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import type { Rect } from '../packing.ts';
import type { ChartLike, PlacedEdge, PlacedState, Placement } from '../placement.ts';
import { createRoute, type Route } from '../route.ts';
import type { Arrangement } from './arrangeStatesOnGrid.ts';
import {
  buildArrangementBoxes,
  computeLowBoxDotsRoom,
  computeLowBoxRoom,
  getTitleAreas,
  LABEL_SIZE,
  NAME_ROOM,
  NAME_SIZE,
  rankGridShapes,
  TALL,
} from './boxes.ts';
import { createLatticeProjection, findCheapestLinePath, type LayoutDraft, routeDraftLines } from './draft.ts';
import { type ChartToPlace, describeGrid, findBestDraft, findFormerArrangement } from './findBestDraft.ts';
import { LabelPlacer } from './labelPlacer.ts';
import { Lattice } from './lattice.ts';
import { collectChartLines, type Lines, type SheetLine } from './lines.ts';
import { findNumberPlace, measureLineNumber, type NumberPlace } from './numberPlaces.ts';
import { type Path, Router } from './router.ts';
import { shortenTextMiddle, shortenTextToRoom } from './shortenText.ts';

/**
 * Most states and lines for which lines are routed around boxes; beyond, they are straight and appear when
 * taken.
 */
const ROUTED = { states: 64, lines: 120 };
/** Most lines for which all are always shown. */
const MAX_ALWAYS_SHOWN_LINES = 60;

/**
 * A placement of any chart: states on a grid that fits the sheet, right-angled lines around them, labels next to the
 * lines as far as there is room. Deterministic.
 * @param pause awaited from time to time; it may throw to give up.
 * @param before placement of the same states, whose arrangement stays: of a chart that grows always on the same sheet, else
 *   unless another one is much better
 */
export async function placeAutomatically(
  chart: ChartLike,
  width: number,
  height: number,
  pause: () => Promise<void>,
  before: Placement | null = null,
): Promise<Placement> {
  const lines = collectChartLines(chart);
  const sheet = { width, height };
  const former = findFormerArrangement(chart, sheet, before?.grid);
  if (lines.exact.some(({ total }) => total !== undefined))
    return placeNumberedChart({ states: chart.states, lines: lines.exact, ...sheet, pause }, former);
  const count = chart.states.length;
  if (count === 0) return { states: [], edges: [], group: null, isAutomatic: true };
  const isRouted = count <= ROUTED.states && lines.exact.length <= ROUTED.lines;
  const best = isRouted
    ? await findBestDraft(
        { states: chart.states, lines: lines.exact, ...sheet, pause },
        boxes => routeDraftLines(boxes, lines, width, height, pause),
        former,
      )
    : null;
  const draft = best?.made ?? createStraightDraft(chart.states, lines, width, height);
  return {
    states: createPlacedStates(chart.states, draft.boxes),
    edges: buildPlacedEdges(chart, lines, draft, width, height, isRouted),
    group: null,
    isAutomatic: true,
    ...(best && { grid: describeGrid(best, chart.states, sheet) }),
  };
}

function createStraightDraft(
  states: readonly string[],
  lines: Lines,
  width: number,
  height: number,
): LayoutDraft {
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
  draft: LayoutDraft,
  width: number,
  height: number,
  isRouted: boolean,
): PlacedEdge[] {
  const routes = [...draft.exact, ...draft.wildcards].filter(route => route !== null);
  const placer = new LabelPlacer(width, height, [...draft.boxes, ...getTitleAreas(width)], routes);
  const quiet = !isRouted || lines.exact.length > MAX_ALWAYS_SHOWN_LINES;
  const places = quiet
    ? new Map()
    : findLabelPlaces(placer, [
        ...lines.exact.map((line, i) => ({ line, route: draft.exact[i] })),
        ...lines.wildcards.map((line, i) => ({ line, route: draft.wildcards[i] })),
      ]);
  const edge = (route: Route, { names }: Pick<SheetLine, 'names'>) => {
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
  edges: readonly { readonly line: Pick<SheetLine, 'labels'>; readonly route: Route | null }[],
): ReadonlyMap<Route, ReturnType<LabelPlacer['place']>> {
  const drawn = edges.flatMap(({ line, route }) => (route ? [{ names: line.labels, route }] : []));
  drawn.sort(
    (a, b) =>
      Number(a.names.length === 0) - Number(b.names.length === 0) ||
      a.route.lengths.at(-1)! - b.route.lengths.at(-1)!,
  );
  return new Map(drawn.map(({ names, route }) => [route, placer.place(route, names)]));
}

/** Lines that are laid first, and by which boxes are arranged; most that are routed: the others are straight. */
const FIRST_LINES = 44;
const MAX_ROUTED_LINES = 160;
/** Most lines of a part for whose numbers a place is looked for: among more there is hardly any. */
const MAX_NUMBERED_LINES = 160;
/** Number of times that the first lines are laid again around all others. */
const REROUTING_PASSES = 2;

/** Steps that a name costs which is cut, and a beginning that is not first. */
const CUT = 40;
const NOT_FIRST = 200;

/**
 * Places a chart with totals: boxes with short frequent lines, and room for the number of each. A part of it is drawn
 * by leaving lines out, so the visible rest keeps its place.
 */
async function placeNumberedChart(
  { states, lines, pause, ...sheet }: ChartToPlace,
  former: ReturnType<typeof findFormerArrangement>,
): Promise<Placement> {
  const frequent = [...lines].sort((a, b) => (b.total ?? 0) - (a.total ?? 0));
  const first = frequent
    .slice(0, FIRST_LINES)
    .map(line => ({ ...line, labels: [formatGroupedInteger(line.total ?? 0)] }));
  const draft = async (boxes: readonly Rect[]) => {
    const tried = new NumberedLines(boxes, frequent.slice(0, MAX_ROUTED_LINES), sheet);
    await tried.lay(0, first.length, pause);
    return { drawing: tried, cost: tried.costOf(first.length) + computeUnreadableCost(states, boxes) };
  };
  const found = await findBestDraft({ ...sheet, pause, states, lines: first }, draft, former);
  const { drawing } = found.made;
  for (let again = 0; again < REROUTING_PASSES; again++) await drawing.lay(0, first.length, pause);
  await drawing.lay(first.length, MAX_ROUTED_LINES, pause);
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
    grid: describeGrid(found, states, sheet),
    part: createPartDrawer(edges, own => addLineNumbers(own, boxes, sheet)),
  };
}

/** Parts that are kept. */
const MAX_KEPT_PARTS = 16;

/**
 * Draws parts of the lines. Each is drawn once: several views ask for it, and each of them in every tick.
 * @param draw some of the lines, in their order
 */
function createPartDrawer(
  edges: readonly PlacedEdge[],
  draw: (own: readonly PlacedEdge[]) => readonly PlacedEdge[],
): NonNullable<Placement['part']> {
  const drawn = new Map<string, readonly PlacedEdge[]>();
  return keys => {
    const own = edges.filter(({ key }) => keys.has(key));
    const id = JSON.stringify(own.map(({ key }) => key));
    const known = drawn.get(id);
    if (known !== undefined) return known;
    const made = draw(own);
    if (drawn.size === MAX_KEPT_PARTS) drawn.clear();
    drawn.set(id, made);
    return made;
  };
}

/** Penalty for hard-to-read boxes, in steps. */
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
    if (i >= MAX_NUMBERED_LINES) return edge;
    const others = edges.flatMap(({ route }) => (route === edge.route ? [] : [route]));
    const number = findNumberPlace(edge.route, measureLineNumber(edge.total), sheet, taken, others);
    if (number) taken.push(number.rect);
    return { ...edge, label: number?.at ?? null };
  });
}

/** The boxes of states, each with its name: whole, or its beginning, or beginning and end if others begin alike. */
function createPlacedStates(states: readonly string[], boxes: readonly Rect[]): readonly PlacedState[] {
  const names = states.map((state, i) => fitStateName(state, boxes[i], shortenTextToRoom));
  return states.map((state, i) => {
    const isAlike = names[i] !== state && names.indexOf(names[i]) !== names.lastIndexOf(names[i]);
    return createPlacedState(
      state,
      boxes[i],
      isAlike ? fitStateName(state, boxes[i], shortenTextMiddle) : names[i],
    );
  });
}

const isLowBox = ({ height }: Rect): boolean => height < TALL;

const fitStateName = (state: string, box: Rect, shorten: typeof shortenTextToRoom): string =>
  isLowBox(box)
    ? shorten(state, box.width - computeLowBoxRoom(box.width), LABEL_SIZE)
    : shorten(state, box.width - NAME_ROOM, NAME_SIZE);

/** A state's box; a low one has its name and its dots side by side. */
function createPlacedState(state: string, box: Rect, name: string): PlacedState {
  const isLow = isLowBox(box);
  const room = computeLowBoxDotsRoom(box.width);
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

/** Meeting point of lines that are not routed. */
const getPlacedStateCenter = ({ x, y, width, height }: Rect) => [x + width / 2, y + height / 2] as const;

/** Steps that a line without a way costs, and one without a number. */
const NO_PATH = 400;
const NO_NUMBER = 30;

/** Lines between given boxes, each with its number: what is laid later goes around both. */
class NumberedLines {
  readonly #lattice: Lattice;
  readonly #router: Router;
  readonly #paths: (Path | null)[];
  readonly #routes: (Route | null)[];
  readonly #numbers: (NumberPlace | null)[];
  readonly #taken: readonly Rect[];

  /** @param sheet pixels */
  constructor(
    readonly boxes: readonly Rect[],
    private readonly lines: readonly SheetLine[],
    private readonly sheet: { readonly width: number; readonly height: number },
  ) {
    const { width, height } = sheet;
    this.#taken = [...boxes, ...getTitleAreas(width)];
    this.#lattice = new Lattice(width, height, boxes, getTitleAreas(width), true);
    this.#router = new Router(this.#lattice);
    this.#paths = lines.map(() => null);
    this.#routes = lines.map(() => null);
    this.#numbers = lines.map(() => null);
  }

  /** Cost of the first lines, in steps, to compare drafts of one chart. */
  costOf(count: number): number {
    let cost = 0;
    for (let line = 0; line < count; line++)
      cost += (this.#paths[line]?.cost ?? NO_PATH) + (this.#numbers[line] === null ? NO_NUMBER : 0);
    return cost;
  }

  /**
   * Lays lines again around all others, the more frequent first, of about the same total the shorter.
   * @param pause awaited between two lines
   */
  async lay(from: number, to: number, pause: () => Promise<void>): Promise<void> {
    for (const line of this.#frequentFirst(from, to)) {
      this.#layOne(line);
      await pause();
    }
  }

  /** The path of each line; null if none was found or it was not laid. */
  get routes(): readonly (Route | null)[] {
    return this.#routes;
  }

  #frequentFirst(from: number, to: number): readonly number[] {
    const lines = this.lines.slice(from, to).map(({ source, target, total = 0 }, i) => {
      const [a, b] = [this.boxes[source], this.boxes[target]];
      const rank = Math.floor(Math.log2(Math.max(1, total)) / 2);
      return { line: from + i, rank, length: Math.abs(a.x - b.x) + Math.abs(a.y - b.y) };
    });
    lines.sort((a, b) => b.rank - a.rank || a.length - b.length || a.line - b.line);
    return lines.map(({ line }) => line);
  }

  #layOne(line: number): void {
    const before = this.#paths[line];
    if (before) this.#lattice.mark(before.points, -1);
    this.#drop(line);
    const path = findCheapestLinePath(this.lines[line], this.#lattice, this.#router);
    this.#paths[line] = path;
    this.#routes[line] = path && createRoute(path.points.map(createLatticeProjection(this.#lattice)));
    if (path) this.#lattice.mark(path.points, 1);
    this.#number(line);
  }

  #number(line: number): void {
    this.#drop(line);
    const route = this.#routes[line];
    if (route === null) return;
    const taken = [...this.#taken, ...this.#numbers.flatMap(one => one?.rect ?? [])];
    const others = this.#routes.flatMap((other, i) => (other === null || i === line ? [] : [other]));
    const number = findNumberPlace(
      route,
      measureLineNumber(this.lines[line].total),
      this.sheet,
      taken,
      others,
    );
    this.#numbers[line] = number;
    if (number) this.#lattice.markNumber(number.kept, 1);
  }

  #drop(line: number): void {
    const number = this.#numbers[line];
    if (number) this.#lattice.markNumber(number.kept, -1);
    this.#numbers[line] = null;
  }
}
