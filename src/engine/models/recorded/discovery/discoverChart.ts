import { InputError } from '../../../core/errors.ts';
import type { DiscoveredReport, DiscoveredShares, LeftOut, PartOf } from '../../../model/discovered.ts';
import { buildDiscoveredChart } from './buildDiscoveredChart.ts';
import type { FlowGraph, GraphEdge } from './graph.ts';

/** Most edges that a drawing has unasked. */
const MAX_DRAWN_EDGES = 40;
const THRESHOLD_STEPS = 20;

/** Part of a graph, and how much of it that is. */
export interface GraphPart extends DiscoveredShares {
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

/** The default omitted part: of edges, as many as a drawing cannot hold. */
export function computeDefaultLeftOut(graph: FlowGraph): LeftOut {
  const lines = countDrawnEdges(graph);
  const share = Math.max(0, 1 - MAX_DRAWN_EDGES / lines);
  return { states: 0, edges: lines === 0 ? 0 : Math.ceil(share * THRESHOLD_STEPS) / THRESHOLD_STEPS };
}

/** The chart that a part of a graph draws. @throws InputError for shares that are none */
export function discoverChart(whole: FlowGraph, leftOut: LeftOut): DiscoveredReport {
  const { graph, ...shown } = extractGraphPart(whole, leftOut);
  const names = whole.nodes.map(({ name }) => name);
  return { chart: buildDiscoveredChart(graph, 'discovered', names), ...shown };
}

/**
 * A graph without its rare nodes and edges. More are kept than requested if a remaining node would no longer be reached
 * from the beginning or no longer reach the end.
 * @throws InputError for an invalid share
 */
export function filterFlowGraph(graph: FlowGraph, { states, edges }: LeftOut): FlowGraph {
  checkLeftOutShare('states', states);
  checkLeftOutShare('edges', edges);
  return removeRareEdges(removeRareNodes(graph, states), edges);
}

function checkLeftOutShare(name: string, share: number): void {
  if (!(share >= 0 && share <= 1))
    throw new InputError(`the rarest ${name} that are left out are ${share}, needs a share from 0 to 1`);
}

/** Of n, one at least. */
const countRemaining = (n: number, leftOut: number): number =>
  n === 0 ? 0 : n - Math.floor((n - 1) * leftOut);

function removeRareNodes(graph: FlowGraph, leftOut: number): FlowGraph {
  const names = graph.nodes.map(({ name }) => name);
  const wanted = names.slice(0, countRemaining(names.length, leftOut));
  let left = new Set(names);
  let edges = graph.edges;
  for (const rare of names.slice(wanted.length).reverse()) {
    const others = edges.filter(({ from, to }) => from !== rare && to !== rare);
    const connected = findConnectedNodes(others);
    if (!wanted.every(name => connected.has(name))) continue;
    edges = others;
    left.delete(rare);
  }
  // Nodes that depended on a removed one have no way left.
  const connected = findConnectedNodes(edges);
  if (left.size < names.length) left = new Set([...left].filter(name => connected.has(name)));
  return {
    ...graph,
    nodes: graph.nodes.filter(({ name }) => left.has(name)),
    edges: edges.filter(({ from, to }) => isRemainingNode(left, from) && isRemainingNode(left, to)),
  };
}

const isRemainingNode = (left: ReadonlySet<string>, name: string | null): boolean =>
  name === null || left.has(name);

function removeRareEdges(graph: FlowGraph, leftOut: number): FlowGraph {
  const most = countRemaining(graph.edges.length, leftOut);
  let { edges } = graph;
  // A frequent one never goes in place of a rare one that is needed.
  for (const rare of graph.edges.slice(most).reverse()) {
    const others = edges.filter(edge => edge !== rare);
    const connected = findConnectedNodes(others);
    if (graph.nodes.every(({ name }) => connected.has(name))) edges = others;
  }
  return { ...graph, edges };
}

/** Nodes that are reached from the beginning and reach the end. */
function findConnectedNodes(edges: readonly GraphEdge[]): ReadonlySet<string> {
  const after = findReachedNodes(edges.map(({ from, to }) => [from, to]));
  const before = findReachedNodes(edges.map(({ from, to }) => [to, from]));
  return new Set([...after].filter(name => before.has(name)));
}

function findReachedNodes(edges: readonly (readonly [string | null, string | null])[]): ReadonlySet<string> {
  const next = new Map<string | null, string[]>();
  for (const [from, to] of edges) {
    if (to === null) continue;
    const known = next.get(from);
    if (known === undefined) next.set(from, [to]);
    else known.push(to);
  }
  const found = new Set<string>();
  const open: (string | null)[] = [null];
  for (let from = open.pop(); from !== undefined; from = open.pop())
    for (const to of next.get(from) ?? [])
      if (!found.has(to)) {
        found.add(to);
        open.push(to);
      }
  return found;
}
