import type { ParameterValues } from '../../../engine/parameters/parameterDefinition.ts';
import type { Rect } from '../../charts/packing.ts';
import type { ChartLike, PlacedEdge, PlacedState, Placement } from '../../charts/placement.ts';
import { createRoute, type Point } from '../../charts/route.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { createHandPlacedSheet, type Drawings, type Sheet } from '../../model/sheet.ts';

/** Height of the sheet that it is drawn on, pixels. */
const LIBRARIAN_SHEET_HEIGHT = 320;
const BOXES: Drawings = {
  thinking: [152, 60, 216, 82],
  executing: [16, 192, 170, 68],
  paging: [333, 192, 170, 68],
  stopped: [16, 284, 487, 26],
};

/** Librarians are few: larger dots, further apart than those of a society, pixels. */
const LIBRARIAN_DOT_PITCH = 13;

/** The memory's chart, placed by hand; null for a chart with other states. */
export function placeLibrarianChart(
  chart: ChartLike,
  width: number,
  height: number,
  parameters: ParameterValues,
): Placement | null {
  const sheet = createHandPlacedSheet(chart, BOXES, {}, width, height, LIBRARIAN_SHEET_HEIGHT);
  if (sheet === null) return null;
  return {
    states: chart.states.map(state => createLibrarianState(state, sheet.box(state))),
    edges: listLibrarianEdges(parameters).map(edge => placeLibrarianEdge(edge, sheet)),
    group: null,
  };
}

function createLibrarianState(state: string, box: Rect): PlacedState {
  // The slim box has enough room next to its name.
  const dots =
    state === 'stopped'
      ? { x: box.x + 84, y: box.y + 2, width: box.width - 124, height: Math.max(12, box.height - 4) }
      : { x: box.x + 9, y: box.y + 22, width: box.width - 18, height: Math.max(12, box.height - 28) };
  return { state, box, dots, stretch: state === 'stopped' ? 8 : 2.2, pitch: LIBRARIAN_DOT_PITCH };
}

interface DrawnMove {
  readonly source: string;
  readonly target: string;
  readonly name: string;
  readonly label: readonly [x: number, y: number, anchor: 'start' | 'middle' | 'end'];
  readonly points: readonly Point[];
  /** Shown only while somebody goes there. */
  readonly isQuiet: boolean;
}

function listLibrarianEdges({ paging, paging_limit }: ParameterValues): readonly DrawnMove[] {
  const over = `over ${formatGroupedInteger(Number(paging_limit))} tokens`;
  const isOff = paging === false;
  return [
    createLibrarianEdge('thinking', 'executing', 'acts', [72, 166, 'end'], [152, 108], [80, 108], [80, 192]),
    createLibrarianEdge(
      'executing',
      'thinking',
      'any action',
      [224, 172, 'start'],
      [150, 192],
      [150, 167],
      [214, 167],
      [214, 142],
    ),
    {
      ...createLibrarianEdge(
        'thinking',
        'paging',
        over,
        [438, 100, 'middle'],
        [368, 108],
        [446, 108],
        [446, 192],
      ),
      isQuiet: isOff,
    },
    {
      ...createLibrarianEdge(
        'paging',
        'thinking',
        'moved',
        [390, 172, 'end'],
        [398, 192],
        [398, 130],
        [368, 130],
      ),
      isQuiet: isOff,
    },
    createEndEdge('thinking', [302, 246, 'end'], [310, 142], [310, 284]),
    createEndEdge('executing', [109, 276, 'start'], [101, 260], [101, 284]),
    createEndEdge('paging', [426, 276, 'start'], [418, 260], [418, 284]),
  ];
}

const createLibrarianEdge = (
  source: string,
  target: string,
  name: string,
  label: DrawnMove['label'],
  ...points: readonly Point[]
): DrawnMove => ({ source, target, name, label, points, isQuiet: false });

const createEndEdge = (
  source: string,
  label: DrawnMove['label'],
  ...points: readonly Point[]
): DrawnMove => ({
  ...createLibrarianEdge(source, 'stopped', 'stops', label, ...points),
  isQuiet: true,
});

function placeLibrarianEdge(
  { source, target, name, label, points, isQuiet }: DrawnMove,
  { x, y }: Sheet,
): PlacedEdge {
  return {
    key: `${source}>${target}`,
    sources: [source],
    target,
    route: createRoute(points.map(([px, py]): Point => [x(px), y(py)])),
    names: [name],
    label: { x: x(label[0]), y: y(label[1]), anchor: label[2] },
    quiet: isQuiet,
  };
}

/** The line of those who go on thinking, from the box and back to it. */
export function buildThinkingLoop({ x, y, width }: Rect): { readonly path: Point[]; readonly label: Point } {
  const [left, right] = [x + Math.round(width * 0.31), x + Math.round(width * 0.69)];
  const top = y - 18;
  return {
    path: [
      [right, y],
      [right, top],
      [left, top],
      [left, y],
    ],
    label: [right + 8, top + 6],
  };
}
