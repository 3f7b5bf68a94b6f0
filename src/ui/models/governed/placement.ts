import type { Rect } from '../../charts/packing.ts';
import type { ChartLike, PlacedEdge, PlacedState, Placement } from '../../charts/placement.ts';
import { createRoute, type Point } from '../../charts/route.ts';
import { createHandPlacedSheet, type Drawings, type Sheet } from '../../model/sheet.ts';

const BOXES: Drawings = {
  init: [16, 56, 128, 62],
  searching: [16, 168, 140, 92],
  analyzing: [206, 168, 112, 92],
  deciding: [368, 168, 135, 92],
  stuck_search: [44, 298, 126, 40],
  stuck_analyze: [197, 298, 130, 40],
  stuck_decide: [354, 298, 126, 40],
  finishing: [16, 372, 487, 46],
};

/** Missions are few: larger dots, further apart than those of a society, pixels. */
const PITCH = 13;
const WIDER: Drawings = {
  stuck_search: [36, 298, 142, 40],
  stuck_analyze: [188, 298, 148, 40],
  stuck_decide: [346, 298, 142, 40],
};

/** The chart of phases, placed by hand; null for a chart with other states. */
export function placeGovernedChart(chart: ChartLike, width: number, height: number): Placement | null {
  const sheet = createHandPlacedSheet(chart, BOXES, WIDER, width, height);
  if (sheet === null) return null;
  return {
    states: chart.states.map(state => createGovernedState(state, sheet.box(state))),
    edges: EDGES.map(edge => placeGovernedEdge(edge, sheet)),
    group: null,
  };
}

function createGovernedState(state: string, box: Rect): PlacedState {
  const head = box.height > 44 ? 22 : box.height < 38 ? 18 : 24;
  const foot = box.height <= 44 ? 3 : 6;
  const dots = {
    x: box.x + 9,
    y: box.y + head,
    width: box.width - 18,
    height: Math.max(12, box.height - head - foot),
  };
  return { state, box, dots, stretch: box.height <= 48 ? 6 : 2.2, pitch: PITCH };
}

interface Drawn {
  readonly source: string;
  readonly target: string;
  readonly points: readonly Point[];
  /** Its words and their place; null: only the arrow. */
  readonly label: readonly [name: string, x: number, y: number, anchor: 'start' | 'middle' | 'end'] | null;
  /** Shown only while somebody goes there. */
  readonly isQuiet?: boolean;
}

const EDGES: readonly Drawn[] = [
  createGovernedEdge('init', 'searching', ['starts', 56, 147, 'start'], [48, 118], [48, 168]),
  createGovernedEdge(
    'init',
    'deciding',
    ['needs no search', 290, 71, 'middle'],
    [144, 78],
    [436, 78],
    [436, 168],
  ),
  createGovernedEdge('searching', 'analyzing', ['', 181, 206, 'middle'], [156, 214], [206, 214]),
  createGovernedEdge('analyzing', 'deciding', ['', 343, 206, 'middle'], [318, 214], [368, 214]),
  createGovernedEdge(
    'deciding',
    'searching',
    ['searches again', 250, 130, 'middle'],
    [392, 168],
    [392, 136],
    [108, 136],
    [108, 168],
  ),
  createGovernedEdge('searching', 'stuck_search', ['stuck', 116, 283, 'start'], [107, 260], [107, 298]),
  createGovernedEdge('analyzing', 'stuck_analyze', ['stuck', 271, 283, 'start'], [262, 260], [262, 298]),
  createGovernedEdge('deciding', 'stuck_decide', ['stuck', 408, 283, 'end'], [417, 260], [417, 298]),
  createGovernedEdge('stuck_search', 'finishing', null, [107, 338], [107, 372]),
  createGovernedEdge('stuck_analyze', 'finishing', null, [262, 338], [262, 372]),
  createGovernedEdge('stuck_decide', 'finishing', null, [417, 338], [417, 372]),
  createGovernedEdge('searching', 'finishing', ['ends', 39, 360, 'start'], [31, 260], [31, 372]),
  createGovernedEdge('deciding', 'finishing', ['ends', 484, 360, 'end'], [492, 260], [492, 372]),
  {
    ...createGovernedEdge(
      'analyzing',
      'finishing',
      ['ends', 334, 360, 'end'],
      [310, 260],
      [310, 269],
      [340, 269],
      [340, 372],
    ),
    isQuiet: true,
  },
  {
    ...createGovernedEdge(
      'init',
      'finishing',
      ['', 12, 240, 'start'],
      [16, 88],
      [8, 88],
      [8, 395],
      [16, 395],
    ),
    isQuiet: true,
  },
];

function createGovernedEdge(
  source: string,
  target: string,
  label: Drawn['label'],
  ...points: readonly Point[]
): Drawn {
  return { source, target, label, points };
}

function placeGovernedEdge(
  { source, target, points, label, isQuiet = false }: Drawn,
  { x, y }: Sheet,
): PlacedEdge {
  const name = label?.[0] ?? '';
  return {
    key: `${source}>${target}`,
    sources: [source],
    target,
    route: createRoute(points.map(([px, py]): Point => [x(px), y(py)])),
    names: name === '' ? [] : [name],
    label: label && { x: x(label[1]), y: y(label[2]), anchor: label[3] },
    quiet: isQuiet,
  };
}
