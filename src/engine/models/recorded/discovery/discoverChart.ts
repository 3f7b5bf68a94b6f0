import type { DiscoveredTold, LeftOut, PartOf, Shown } from '../../../model/discovered.ts';
import { buildDiscoveredChart } from './chart.ts';
import { filterFlowGraph } from './filter.ts';
import type { FlowGraph, GraphEdge } from './graph.ts';

/** Most edges that a drawing has unasked. */
const MOST_DRAWN = 40;
const STEPS = 20;

/** Part of a graph, and how much of it that is. */
export interface GraphPart extends Shown {
  readonly graph: FlowGraph;
}

/** The graph without its rarest states and edges; none is stranded. @throws InputError for shares that are none */
export function extractGraphPart(whole: FlowGraph, leftOut: LeftOut): GraphPart {
  const graph = filterFlowGraph(whole, leftOut);
  const counted = (sum: (graph: FlowGraph) => number): PartOf => ({ shown: sum(graph), all: sum(whole) });
  return {
    graph,
    states: counted(({ nodes }) => nodes.length),
    edges: counted(countDrawnEdges),
    moves: counted(one => countEdgesWhere(one, ({ to }) => to !== null)),
    ends: counted(one => countEdgesWhere(one, ({ to }) => to === null)),
  };
}

/** Edges as they are drawn, listed and exported: into the end, one for each way in which cases ended there. */
const countDrawnEdges = ({ edges }: FlowGraph): number =>
  edges.reduce((sum, { ends }) => sum + (ends?.length ?? 1), 0);

const countEdgesWhere = ({ edges }: FlowGraph, isCounted: (edge: GraphEdge) => boolean): number =>
  edges.reduce((sum, edge) => sum + (isCounted(edge) ? edge.count : 0), 0);

/** What is left out where nobody says: of edges, as many as a drawing cannot hold. */
export function computeDefaultLeftOut(graph: FlowGraph): LeftOut {
  const lines = countDrawnEdges(graph);
  const share = Math.max(0, 1 - MOST_DRAWN / lines);
  return { states: 0, edges: lines === 0 ? 0 : Math.ceil(share * STEPS) / STEPS };
}

/** The chart that a part of a graph draws. @throws InputError for shares that are none */
export function discoverChart(whole: FlowGraph, leftOut: LeftOut): DiscoveredTold {
  const { graph, ...shown } = extractGraphPart(whole, leftOut);
  const names = whole.nodes.map(({ name }) => name);
  return { chart: buildDiscoveredChart(graph, 'discovered', names), ...shown };
}
