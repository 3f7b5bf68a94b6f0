import type { ChartOutline } from '../../../engine/statechart/buildChartOutline.ts';
import { shortenTextToRoom } from '../automatic/shortenText.ts';
import type { Rect } from '../packing.ts';
import { createRoute, type Point } from '../route.ts';
import {
  computeNeededSheetSide,
  moveDrawing,
  type NestedDrawing,
  overlayDrawings,
  shelveDrawings,
} from './drawing.ts';
import {
  convertElkGraph,
  createElkGraph,
  createElkNode,
  type Elk,
  type ElkGraph,
  type LayerDirection,
} from './elkGraph.ts';
import { collectNestedLines, Nest, type NestedLine, NOBODY } from './nestedLines.ts';
import {
  buildLineLabel,
  CIRCLE,
  LABEL,
  type LabelLine,
  listStateActionLines,
  measureAgentCount,
  measureBoxHeader,
  measureLeafBox,
  measureLineLabel,
  NAME_FONT_SIZE,
  type Room,
  TITLE,
} from './nestedMeasures.ts';
import type { NestedBox, NestedPlacement } from './nestedPlacement.ts';

/** Pixels between two regions, and around what a state holds. */
const BETWEEN = 20;
/** Most regions for which each way of one is tried with each of the others. */
const MAX_COMBINED_REGIONS = 5;
const INSIDE = { x: 8, y: 10 };

/**
 * Lays out a chart with hierarchy: nested states inside their parents, regions next to each other. Content that no line
 * enters or leaves is laid out by itself, along its own direction. Deterministic.
 * @param names labels of the transitions next to their lines
 */
export async function placeNestedChart(
  outline: ChartOutline,
  names: readonly string[],
  room: Room,
  elk: Elk,
): Promise<NestedPlacement> {
  const lines = collectNestedLines(outline);
  const labels = new Map(lines.map(line => [line, buildLineLabel(outline, line, names, room)]));
  const layout = new NestedLayout(new Nest(outline, lines), lines, labels, room, elk);
  return convertToPlacement(
    selectFittestDrawing(await layout.inside(NOBODY, room.aspect), room.aspect),
    layout,
  );
}

class NestedLayout {
  constructor(
    readonly nest: Nest,
    readonly lines: readonly NestedLine[],
    readonly labels: ReadonlyMap<NestedLine, readonly LabelLine[]>,
    readonly room: Room,
    readonly elk: Elk,
  ) {}

  /** Layouts of a state's content. @param aspect of the available sheet */
  async inside(state: number, aspect: number): Promise<readonly NestedDrawing[]> {
    const { nest } = this;
    const children = nest.children(state);
    const isParallel = state !== NOBODY && nest.outline.states[state].kind === 'parallel';
    const ownLines = this.lines.filter(line => this.#isOwn(line, state));
    if (isParallel && ownLines.length === 0 && children.every(child => nest.isClosed(child)))
      return this.#regions(children, aspect);
    const tries: NestedDrawing[] = [];
    for (const direction of ['DOWN', 'RIGHT'] as const)
      tries.push(await this.#along(direction, state, ownLines, aspect));
    return tries;
  }

  /** True if a line is drawn with a state's content: not within something that is laid out by itself. */
  #isOwn({ source, target }: NestedLine, state: number): boolean {
    const { nest } = this;
    if (!nest.isIn(target, state) || !(source === NOBODY ? state === NOBODY : nest.isIn(source, state)))
      return false;
    if (source === NOBODY) return true;
    return !nest
      .around(source)
      .some(one => nest.isIn(one, state) && nest.isClosed(one) && nest.isIn(target, one));
  }

  /** Independent regions, next to each other. */
  async #regions(children: readonly number[], aspect: number): Promise<readonly NestedDrawing[]> {
    const ways: (readonly NestedDrawing[])[] = [];
    for (const child of children) ways.push(await this.#boxes(child, aspect));
    const tries = (
      children.length <= MAX_COMBINED_REGIONS
        ? listCombinations(ways)
        : [ways.map(all => selectFittestDrawing(all, aspect))]
    ).map(parts => ({ parts, ...shelveDrawings(parts, aspect, BETWEEN) }));
    const { parts, rects, width, height } = selectFittestDrawing(tries, aspect);
    const placed = parts.map((part, i) => {
      const { x, y, ...size } = rects[i];
      const whole = new Map(part.boxes).set(children[i], { x: 0, y: 0, ...size });
      return moveDrawing({ ...part, boxes: this.nest.isRegion(children[i]) ? whole : part.boxes }, x, y);
    });
    return [overlayDrawings(placed, width, height)];
  }

  /** A state's box with all that it holds, in some ways. */
  async #boxes(state: number, aspect: number): Promise<readonly NestedDrawing[]> {
    const { nest, room } = this;
    if (nest.children(state).length === 0) {
      const size = measureLeafBox(nest.outline, state, room);
      return [{ ...size, boxes: new Map([[state, { x: 0, y: 0, ...size }]]), lines: [] }];
    }
    const header = measureBoxHeader(nest, state, room);
    const isRegion = nest.isRegion(state);
    return (await this.inside(state, aspect)).map(inner => {
      const width = Math.max(isRegion ? 60 : 110, inner.width + 2 * (isRegion ? 0 : INSIDE.x));
      const height = inner.height + header + (isRegion ? 0 : INSIDE.y);
      const placed = moveDrawing(inner, (width - inner.width) / 2, header);
      const boxes = new Map([[state, { x: 0, y: 0, width, height }], ...placed.boxes]);
      return { width, height, boxes, lines: placed.lines };
    });
  }

  async #along(
    direction: LayerDirection,
    state: number,
    lines: readonly NestedLine[],
    aspect: number,
  ): Promise<NestedDrawing> {
    const fixed = new Map<number, NestedDrawing>();
    const children = await this.#nodes(state, aspect, fixed);
    if (lines.some(({ source }) => source === NOBODY))
      children.push(createElkNode(NOBODY, { width: CIRCLE, height: CIRCLE }));
    const labelled = lines.map(line => {
      const words = this.labels.get(line) ?? [];
      return { line, label: words.length > 0 ? measureLineLabel(words, this.room) : null };
    });
    const graph = await this.elk(createElkGraph(children, labelled, direction, this.room.isCompact));
    const drawing = convertElkGraph(graph, lines);
    const inner = [...fixed].map(([child, part]) => {
      const box = drawing.boxes.get(child) ?? { x: 0, y: 0 };
      return moveDrawing(part, box.x, box.y);
    });
    return overlayDrawings([drawing, ...inner], drawing.width, drawing.height);
  }

  /** Nodes of a state's content. @param fixed called with parts that are laid out by themselves */
  async #nodes(state: number, aspect: number, fixed: Map<number, NestedDrawing>): Promise<ElkGraph[]> {
    const { nest, room } = this;
    const nodes: ElkGraph[] = [];
    for (const child of nest.children(state)) {
      if (nest.children(child).length > 0 && !nest.isClosed(child)) {
        const children = await this.#nodes(child, aspect, fixed);
        nodes.push(createElkNode(child, { header: measureBoxHeader(nest, child, room), children }));
        continue;
      }
      const part = selectFittestDrawing(await this.#boxes(child, aspect), aspect);
      if (nest.children(child).length > 0) fixed.set(child, part);
      nodes.push(createElkNode(child, part));
    }
    return nodes;
  }
}

/** Every way to take one of each. */
const listCombinations = <T>(ways: readonly (readonly T[])[]): T[][] =>
  ways.reduce<T[][]>((all, way) => all.flatMap(one => way.map(next => [...one, next])), [[]]);

const selectFittestDrawing = <T extends Pick<NestedDrawing, 'width' | 'height'>>(
  tries: readonly T[],
  aspect: number,
): T =>
  tries.reduce((best, one) =>
    computeNeededSheetSide(one, aspect) < computeNeededSheetSide(best, aspect) ? one : best,
  );

function convertToPlacement(drawn: NestedDrawing, { nest, room, labels }: NestedLayout): NestedPlacement {
  const { outline } = nest;
  const { drawing, dividers } = cutRegionCells(nest, drawn);
  const boxes = outline.states.flatMap((_, state): NestedBox[] => {
    const box = drawing.boxes.get(state);
    return box ? [createNestedBox(nest, state, box, room)] : [];
  });
  return {
    width: drawing.width,
    height: drawing.height,
    boxes,
    edges: drawing.lines.map(({ line, points, label }) => ({
      ...line,
      key: `${line.source}>${line.target}`,
      route: createRoute(points),
      label: label && { box: label, lines: labels.get(line) ?? [] },
    })),
    starts: createInitialArrows(nest, drawing),
    dividers,
    any: drawing.boxes.get(NOBODY) ?? null,
  };
}

function createNestedBox(nest: Nest, state: number, box: Rect, room: Room): NestedBox {
  const { id } = nest.outline.states[state];
  const holds = nest.children(state).length > 0;
  const actions = room.isCompact ? [] : listStateActionLines(nest.outline, state);
  const below = holds ? 0 : actions.length * 14;
  const isCircle = box.width <= CIRCLE;
  return {
    state,
    box,
    dots:
      holds || isCircle
        ? null
        : {
            x: box.x + 5,
            y: box.y + TITLE - 2,
            width: box.width - 10,
            height: box.height - TITLE - 2 - below,
          },
    isRegion: nest.isRegion(state),
    name: isCircle
      ? id
      : shortenTextToRoom(id, Math.max(40, box.width - measureAgentCount(room) - 24), NAME_FONT_SIZE),
    // Its content stands below one line.
    actions:
      holds && actions.length > 0 ? [shortenTextToRoom(actions.join('   '), box.width - 24, LABEL)] : actions,
  };
}

/** An arrow to each state in which another, or the chart, begins. */
function createInitialArrows(nest: Nest, { boxes }: NestedDrawing): NestedPlacement['starts'] {
  const { outline } = nest;
  const begins = outline.states.flatMap(({ kind, initial }) => (kind === 'compound' ? initial : []));
  return [...new Set([...outline.initial, ...begins])].flatMap(state => {
    const box = boxes.get(state);
    if (!box) return [];
    const from: Point = [box.x - 7, box.y - 8];
    return [{ state, from, to: [box.x + 2, box.y + 3] as Point }];
  });
}

/** Pixels between a region's title and the lines around its cell. */
const INSET = 8;

/** A region's box, or what it becomes. */
interface RegionCell {
  readonly state: number;
  readonly box: Rect;
}

/** Cuts parallel states into a cell for each region, with lines between them; a region that no line meets fills its cell. */
function cutRegionCells(
  nest: Nest,
  drawing: NestedDrawing,
): { readonly drawing: NestedDrawing; readonly dividers: NestedPlacement['dividers'] } {
  const boxes = new Map(drawing.boxes);
  const met = new Set(drawing.lines.flatMap(({ line: { source, target } }) => [source, target]));
  const dividers = nest.outline.states.flatMap(({ kind }, state) => {
    const around = boxes.get(state);
    if (kind !== 'parallel' || !around) return [];
    const regions = nest.children(state).flatMap((child): RegionCell[] => {
      const box = boxes.get(child);
      return box && box.width > CIRCLE ? [{ state: child, box }] : [];
    });
    const area = { ...around, y: around.y + TITLE, height: around.height - TITLE };
    const { cells, cuts } = cutRegionArea(regions, area);
    for (const { state: region, box } of cells)
      if (nest.isRegion(region) && !met.has(region) && cells.length > 1)
        boxes.set(region, insetCellRect(box));
    return cuts;
  });
  return { drawing: { ...drawing, boxes }, dividers };
}

const insetCellRect = ({ x, y, width, height }: Rect): Rect => ({
  x: x + INSET,
  y: y + INSET / 2,
  width: width - 2 * INSET,
  height: height - INSET,
});

interface Cut {
  readonly cells: readonly RegionCell[];
  readonly cuts: NestedPlacement['dividers'];
}

/** Cuts an area between boxes, first from left to right, else from top to bottom, and each part again. */
function cutRegionArea(regions: readonly RegionCell[], area: Rect): Cut {
  if (regions.length < 2) return { cells: regions.map(({ state }) => ({ state, box: area })), cuts: [] };
  const { x, y, width, height } = area;
  const across = findSpanGap(regions.map(({ box }) => [box.x, box.x + box.width]));
  if (across !== null)
    return joinCuts(
      cutRegionArea(
        regions.filter(({ box }) => box.x < across),
        { ...area, width: across - x },
      ),
      cutRegionArea(
        regions.filter(({ box }) => box.x >= across),
        { ...area, x: across, width: x + width - across },
      ),
      { from: [across, y + 4], to: [across, y + height - 4] },
    );
  const down = findSpanGap(regions.map(({ box }) => [box.y, box.y + box.height]));
  // Neither: each stays at its place.
  if (down === null) return { cells: [], cuts: [] };
  return joinCuts(
    cutRegionArea(
      regions.filter(({ box }) => box.y < down),
      { ...area, height: down - y },
    ),
    cutRegionArea(
      regions.filter(({ box }) => box.y >= down),
      { ...area, y: down, height: y + height - down },
    ),
    { from: [x + 4, down], to: [x + width - 4, down] },
  );
}

const joinCuts = (a: Cut, b: Cut, divider: { readonly from: Point; readonly to: Point }): Cut => ({
  cells: [...a.cells, ...b.cells],
  cuts: [divider, ...a.cuts, ...b.cuts],
});

/** The middle of the first gap between spans; null if they leave none. */
function findSpanGap(spans: readonly (readonly [from: number, to: number])[]): number | null {
  const sorted = [...spans].sort((a, b) => a[0] - b[0]);
  let end = sorted[0][1];
  for (const [from, to] of sorted.slice(1)) {
    if (from >= end) return (from + end) / 2;
    end = Math.max(end, to);
  }
  return null;
}
