import { readFileSync } from 'node:fs';
import ELK from 'elkjs/lib/elk.bundled.js';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import { getAgentModelEntry, MODELS } from '../../src/engine/models/index.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import { buildChartOutline } from '../../src/engine/statechart/buildChartOutline.ts';
import type { CompiledChart } from '../../src/engine/statechart/compiled.ts';
import { placeAutomatically } from '../../src/ui/charts/automatic/placeAutomatically.ts';
import type { ElkGraph } from '../../src/ui/charts/nested/elkGraph.ts';
import { placeNestedChart } from '../../src/ui/charts/nested/placeNestedChart.ts';
import type { Point, Route } from '../../src/ui/charts/route.ts';
import { classifySheetRoom } from '../../src/ui/model/nestedPlacements.ts';

/**
 * Our layout of flat charts next to ELK's, for every bundled chart without states in states, on a wide and on a narrow
 * sheet: `npm run bench -- layouts`. The figures are in docs/internals.md.
 */
const SHEETS = [
  { width: 620, height: 420 },
  { width: 380, height: 300 },
];
const AGENTS = 40;

interface Figures {
  /** Points in which two lines cross. */
  readonly crossings: number;
  readonly bends: number;
  readonly unlabelled: number;
  /** Part of its natural size at which the drawing fits its sheet, at most 1: text shrinks with it. */
  readonly scale: number;
  readonly milliseconds: number;
}

const segmentsOf = ({ points }: Route) => points.slice(1).map((to, i) => [points[i], to] as const);

const turn = (a: Point, b: Point, c: Point): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

const doCross = ([a, b]: readonly [Point, Point], [c, d]: readonly [Point, Point]): boolean =>
  turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;

function measureLines(edges: readonly { readonly route: Route; readonly label: unknown }[]) {
  let crossings = 0;
  for (const [i, { route }] of edges.entries())
    for (const { route: other } of edges.slice(i + 1))
      for (const a of segmentsOf(route)) crossings += segmentsOf(other).filter(b => doCross(a, b)).length;
  return {
    crossings,
    bends: edges.reduce((sum, { route }) => sum + Math.max(0, route.points.length - 2), 0),
    unlabelled: edges.filter(({ label }) => label === null).length,
  };
}

type Sheet = (typeof SHEETS)[number];

async function measureOurs(
  { states, definition }: CompiledChart,
  { width, height }: Sheet,
): Promise<Figures> {
  const transitions = definition.transitions.flatMap(({ source, target, trigger }) =>
    (source === '*' ? states : [source]).map(from => ({
      source: from,
      target: String(target),
      trigger,
      wildcard: source === '*',
    })),
  );
  const began = performance.now();
  const { edges } = await placeAutomatically({ states, transitions }, width, height, async () => {});
  const milliseconds = performance.now() - began;
  return { ...measureLines(edges), scale: 1, milliseconds };
}

const elk = new ELK();
const layOut = async (graph: ElkGraph) =>
  (await elk.layout(graph as Parameters<typeof elk.layout>[0])) as unknown as ElkGraph;

async function measureElk(chart: CompiledChart, sheet: Sheet): Promise<Figures> {
  const outline = buildChartOutline(chart, chart.tree.initial(0));
  const names = outline.transitions.map(({ trigger }) => trigger);
  const began = performance.now();
  const placed = await placeNestedChart(
    outline,
    names,
    classifySheetRoom(sheet.width, sheet.height, AGENTS),
    layOut,
  );
  const milliseconds = performance.now() - began;
  const scale = Math.min(1, sheet.width / placed.width, sheet.height / placed.height);
  return { ...measureLines(placed.edges), scale, milliseconds };
}

async function loadCharts(): Promise<ReadonlyMap<string, CompiledChart>> {
  const charts = new Map<string, CompiledChart>();
  const sources = { bundled: async (path: string) => readFileSync(`public/${path}`), files: {} };
  for (const { name } of MODELS) {
    if (name === 'recorded') continue;
    const model = await getAgentModelEntry(name).model();
    for (const preset of model.presets) {
      const { run } = await openRun({ ...createDefaultSetup(model), preset, agents: null }, sources);
      const { chart } = run.machine;
      // Presets that share a chart are measured once.
      if (chart.isFlat && ![...charts.values()].some(one => isSameChart(one, chart)))
        charts.set(`${name}, ${preset}`, chart);
    }
  }
  return charts;
}

const isSameChart = (a: CompiledChart, b: CompiledChart): boolean =>
  JSON.stringify([a.states, a.triggers]) === JSON.stringify([b.states, b.triggers]);

const format = ({ crossings, bends, unlabelled, scale, milliseconds }: Figures): string =>
  [crossings, bends, unlabelled, scale.toFixed(2), Math.round(milliseconds)]
    .map(text => String(text).padStart(6))
    .join('');

console.log(`${''.padEnd(32)}ours: crossings, bends, without label, scale, ms | ELK: the same`);
for (const [name, chart] of await loadCharts())
  for (const sheet of SHEETS) {
    const [ours, elks] = [await measureOurs(chart, sheet), await measureElk(chart, sheet)];
    console.log(`${name.padEnd(24)}${`${sheet.width}`.padStart(8)}${format(ours)}  |${format(elks)}`);
  }
