import { formatPercent } from '../../../../engine/core/formatPercent.ts';
import type { LeftOut } from '../../../../engine/model/discovered.ts';
import {
  computeDefaultLeftOut,
  extractGraphPart,
  type GraphPart,
} from '../../../../engine/models/recorded/discovery/discoverChart.ts';
import type { FlowGraph } from '../../../../engine/models/recorded/discovery/graph.ts';
import { formatMilliseconds, NOT_BEGUN } from '../../../../engine/models/recorded/recordedTerms.ts';
import type { FlowReport } from '../../../../engine/models/recorded/reports/buildFlowReport.ts';
import type { WaysReport } from '../../../../engine/models/recorded/reports/buildPathsReport.ts';
import type { ChartInfo } from '../../../../workers/protocol/api.ts';
import { formatGroupedInteger } from '../../../lib/formatCounts.ts';
import type { Again, DrawnPart } from '../../../model/modelAppearance.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getRecordedPart, isObserved } from '../recordedPart.ts';

type DrawnChartSources = Pick<PageState, 'run' | 'modelParts' | 'rare'>;

/** The parts that the chart omits, by the user's choice or by default. */
export function getCurrentLeftOut(state: DrawnChartSources): LeftOut {
  const chosen = state.rare === null ? null : readLeftOut(state.rare);
  if (chosen !== null) return chosen;
  const { flow } = getRecordedPart(state);
  return flow === null ? ALL_DRAWN : getDefaultLeftOut(flow.graph);
}

const ALL_DRAWN: LeftOut = { states: 0, edges: 0 };

/** Null for shares that are none. @param rare as `formatLeftOut` gives it */
function readLeftOut(rare: string): LeftOut | null {
  const [states, edges] = rare.split(',').map(part => Number.parseInt(part, 10) / 100);
  return states >= 0 && states <= 1 && edges >= 0 && edges <= 1 ? { states, edges } : null;
}

/** Computed once for a graph: views ask at every change of the page's state. */
function getDefaultLeftOut(graph: FlowGraph): LeftOut {
  const known = defaults.get(graph) ?? computeDefaultLeftOut(graph);
  defaults.set(graph, known);
  return known;
}
const defaults = new WeakMap<FlowGraph, LeftOut>();

/** The same as the page keeps it. */
export const formatLeftOut = ({ states, edges }: LeftOut): string =>
  [states, edges].map(share => Math.round(share * 100)).join();

/** The part of the graph that is drawn; null while it is not known. The same one until it changes. */
export function getVisibleGraphPart(state: DrawnChartSources): GraphPart | null {
  const { flow } = getRecordedPart(state);
  if (flow === null) return null;
  const wanted = getCurrentLeftOut(state);
  const known = parts.get(flow);
  if (known?.wanted.states === wanted.states && known.wanted.edges === wanted.edges) return known.part;
  const part = extractGraphPart(flow.graph, wanted);
  parts.set(flow, { wanted, part });
  return part;
}

interface KnownPart {
  readonly wanted: LeftOut;
  readonly part: GraphPart;
}
const parts = new WeakMap<FlowReport, KnownPart>();

/** The same as the statechart draws it. */
export function getDrawnChartPart(state: DrawnChartSources): DrawnPart | null {
  const part = getVisibleGraphPart(state);
  const chart = state.run?.info.chart;
  const { flow, ways } = getRecordedPart(state);
  if (part === null || flow === null || chart === undefined) return null;
  const known = drawings.get(part);
  if (known?.chart === chart && known.ways === ways) return known.drawn;
  const drawn = createDrawnPart(part, flow, chart, ways, isObserved(state));
  drawings.set(part, { chart, ways, drawn });
  return drawn;
}

interface KnownDrawing {
  readonly chart: ChartInfo;
  readonly ways: WaysReport | null;
  readonly drawn: DrawnPart;
}
const drawings = new WeakMap<GraphPart, KnownDrawing>();

/** A line as it is drawn. */
interface DrawnLine {
  readonly source: string;
  readonly target: string;
  readonly total: number;
  readonly ms: number | null;
  /** True for an end of cases, which is not a move. */
  readonly isEnd: boolean;
}

/** A chart of all lines, whatever is drawn of it: it is laid out once. */
interface WholeChart {
  readonly info: ChartInfo;
  readonly chart: DrawnPart['chart'];
  readonly facts: ReadonlyMap<string, string>;
}
const wholes = new WeakMap<FlowReport, WholeChart>();

function createWholeChart(flow: FlowReport, info: ChartInfo, isGrowing: boolean): WholeChart {
  const known = wholes.get(flow);
  if (known?.info === info) return known;
  const { graph } = flow;
  const lines = createFlowLines(graph, flow);
  const moves = sumGraphMoves(graph);
  const made = {
    info,
    chart: {
      ...info,
      isGrowing,
      transitions: lines.map(({ source, target, total }) => ({
        ...{ trigger: 'always', guard: null },
        ...{ source, target, total },
      })),
    },
    facts: new Map(lines.map(line => [getFlowLineKey(line), describeFlowLine(line, moves, graph.cases)])),
  };
  wholes.set(flow, made);
  return made;
}

function createDrawnPart(
  { graph }: GraphPart,
  flow: FlowReport,
  info: ChartInfo,
  ways: WaysReport | null,
  isGrowing: boolean,
): DrawnPart {
  const { chart, facts } = createWholeChart(flow, info, isGrowing);
  const named = createNodeNamer(flow);
  const kept = new Set(graph.nodes.map(({ name }) => named(name)));
  const all = flow.graph.nodes.map(({ name }) => named(name));
  const foreign = ways?.conformance?.edges ?? [];
  const marked = new Set(
    foreign.map(({ from, to }) => getFlowLineKey({ source: named(from), target: named(to) })),
  );
  const shown = new Set(createFlowLines(graph, flow).map(getFlowLineKey));
  return {
    chart,
    facts: new Map([...facts].filter(([key]) => shown.has(key) || marked.has(key))),
    again: collectSelfLoops(flow, named, graph, marked),
    marked,
    hidden: new Set(all.filter(state => !kept.has(state))),
  };
}

const sumGraphMoves = ({ edges }: FlowGraph): number =>
  edges.reduce((sum, { to, count }) => sum + (to === null ? 0 : count), 0);

type StateNaming = (name: string | null) => string;

/** Names of the graph's nodes in the run's chart. */
const createNodeNamer =
  ({ stateOf }: FlowReport): StateNaming =>
  name =>
    name === null ? NOT_BEGUN : (stateOf.get(name) ?? name);

/** States that follow themselves; drawn is what the part has, and what deviates. */
function collectSelfLoops(
  { graph }: FlowReport,
  named: StateNaming,
  shown: FlowGraph,
  marked: ReadonlySet<string>,
) {
  const moves = sumGraphMoves(graph);
  const drawn = new Set(shown.edges);
  return new Map(
    graph.edges.flatMap((edge): [string, Again][] => {
      const { from, to, count, ms } = edge;
      if (from === null || from !== to) return [];
      const name = named(from);
      const isMarked = marked.has(getFlowLineKey({ source: name, target: name }));
      const facts = describeFlowLine({ total: count, ms, isEnd: false }, moves, graph.cases);
      return [[name, { count, isMarked, isDrawn: drawn.has(edge) || isMarked, facts }]];
    }),
  );
}

/** Moves that are drawn only because a given chart does not have them. */
export function countDeviatingMoves(state: DrawnChartSources): number {
  const { flow } = getRecordedPart(state);
  const [part, drawn] = [getVisibleGraphPart(state), getDrawnChartPart(state)];
  if (flow === null || part === null || drawn === null) return 0;
  const shown = new Set(part.graph.edges);
  const named = createNodeNamer(flow);
  return flow.graph.edges.reduce((sum, edge) => {
    if (edge.to === null || shown.has(edge)) return sum;
    const isMarked = drawn.marked.has(getFlowLineKey({ source: named(edge.from), target: named(edge.to) }));
    return isMarked ? sum + edge.count : sum;
  }, 0);
}

const getFlowLineKey = ({ source, target }: Pick<DrawnLine, 'source' | 'target'>): string =>
  `${source}>${target}`;

/** A line for each edge between two states; those into the end go on to how the cases ended. */
function createFlowLines({ edges }: GraphPart['graph'], flow: FlowReport): readonly DrawnLine[] {
  const named = createNodeNamer(flow);
  return edges.flatMap(({ from, to, count, ms, ends = [] }): DrawnLine[] => {
    if (to === null)
      return ends.map(one => ({
        source: named(from),
        target: one.end,
        total: one.count,
        ms: null,
        isEnd: true,
      }));
    return from === to ? [] : [{ source: named(from), target: named(to), total: count, ms, isEnd: false }];
  });
}

/** "214 in all, 5.2 % of all moves; median 3.2 s in between", "6 in all, 15.0 % of all cases" */
function describeFlowLine(
  { total, ms, isEnd }: Pick<DrawnLine, 'total' | 'ms' | 'isEnd'>,
  moves: number,
  cases: number,
): string {
  const [all, what] = isEnd ? [cases, 'cases'] : [moves, 'moves'];
  const share = all === 0 ? '' : `, ${formatPercent(total / all, 1)} of all ${what}`;
  return `${formatGroupedInteger(total)} in all${share}${ms === null ? '' : `; median ${formatMilliseconds(ms)} in between`}`;
}
