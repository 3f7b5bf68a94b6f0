import { InputError } from '../../../errors.ts';
import type { FlowGraph, GraphEdge } from './graph.ts';

/** Shares of nodes and of edges that are kept, 0 to 1, the most frequent ones. */
interface GraphFilter {
  readonly activities: number;
  readonly paths: number;
}

/** All nodes, and the paths without the rarest. */
export const USUAL_FILTER: GraphFilter = { activities: 1, paths: 0.9 };

/**
 * A graph without its rare nodes and edges. More are kept than asked for where a node that stays would no longer be
 * reached from the beginning or no longer reach the end. @throws InputError for a share that is none
 */
export function filtered(graph: FlowGraph, { activities, paths }: GraphFilter): FlowGraph {
  checkShare('activities', activities);
  checkShare('paths', paths);
  return withoutRareEdges(withoutRareNodes(graph, activities), paths);
}

function checkShare(name: string, share: number): void {
  if (!(share >= 0 && share <= 1)) throw new InputError(`${name} is ${share}, needs a share from 0 to 1`);
}

/** Of n, one at least and all by a share of 1. */
const kept = (n: number, share: number): number => (n === 0 ? 0 : Math.ceil((n - 1) * share) + 1);

function withoutRareNodes(graph: FlowGraph, share: number): FlowGraph {
  const names = graph.nodes.map(({ name }) => name);
  const wanted = names.slice(0, kept(names.length, share));
  let left = new Set(names);
  let edges = graph.edges;
  for (const rare of names.slice(wanted.length).reverse()) {
    const others = edges.filter(({ from, to }) => from !== rare && to !== rare);
    const connected = connectedBy(others);
    if (!wanted.every(name => connected.has(name))) continue;
    edges = others;
    left.delete(rare);
  }
  // What hung on a node that went has no way left.
  const connected = connectedBy(edges);
  if (left.size < names.length) left = new Set([...left].filter(name => connected.has(name)));
  return {
    ...graph,
    nodes: graph.nodes.filter(({ name }) => left.has(name)),
    edges: edges.filter(({ from, to }) => isLeft(left, from) && isLeft(left, to)),
  };
}

const isLeft = (left: ReadonlySet<string>, name: string | null): boolean => name === null || left.has(name);

function withoutRareEdges(graph: FlowGraph, share: number): FlowGraph {
  const most = kept(graph.edges.length, share);
  let { edges } = graph;
  for (const rare of [...graph.edges].reverse()) {
    if (edges.length <= most) break;
    const others = edges.filter(edge => edge !== rare);
    const connected = connectedBy(others);
    if (graph.nodes.every(({ name }) => connected.has(name))) edges = others;
  }
  return { ...graph, edges };
}

/** Nodes that are reached from the beginning and reach the end. */
function connectedBy(edges: readonly GraphEdge[]): ReadonlySet<string> {
  const after = reached(edges.map(({ from, to }) => [from, to]));
  const before = reached(edges.map(({ from, to }) => [to, from]));
  return new Set([...after].filter(name => before.has(name)));
}

function reached(edges: readonly (readonly [string | null, string | null])[]): ReadonlySet<string> {
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
