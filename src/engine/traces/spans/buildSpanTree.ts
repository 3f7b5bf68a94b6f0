import { compareCodeUnits } from '../../files/textFile.ts';
import { compareTracePlaces } from '../orderedCases.ts';
import type { TracePlace } from '../traceReading.ts';
import { COST_NAMES, type Costs } from '../usage.ts';
import type { SpanPiece } from './piece.ts';

/** A piece, its place, and its parent. */
export interface SpanNode {
  readonly piece: SpanPiece;
  readonly place: TracePlace;
  parent: SpanNode | null;
  readonly children: SpanNode[];
  /** Number of its ancestors. */
  depth: number;
  /** Costs of its own that are counted; null: none are. */
  costs: Costs | null;
}

/**
 * The spans of one trace as a forest, in an order independent of the file's: by beginning, those without one after
 * their predecessors. Of a span that was sent twice the later ended one counts, else the one with more content; parents
 * in a circle are cut.
 */
export function buildSpanTree(
  placed: readonly { readonly piece: SpanPiece; readonly place: TracePlace }[],
): SpanNode[] {
  const byId = new Map<string, SpanNode>();
  const nodes: SpanNode[] = [];
  for (const { piece, place } of placed) {
    const known = piece.id === '' ? undefined : byId.get(piece.id);
    if (known === undefined) {
      const node: SpanNode = { piece, place, parent: null, children: [], depth: UNKNOWN, costs: null };
      nodes.push(node);
      if (piece.id !== '') byId.set(piece.id, node);
    } else if (isPreferredDuplicate({ piece, place }, known)) Object.assign(known, { piece, place });
  }
  for (const node of nodes) {
    const parent = byId.get(node.piece.parent);
    if (parent !== undefined && parent !== node) node.parent = parent;
  }
  for (const node of nodes) assignNodeDepth(node);
  flattenDeepNodes(nodes);
  const sorted = sortByBeginning(nodes);
  for (const node of sorted) node.parent?.children.push(node);
  return sorted;
}

type Placed = Pick<SpanNode, 'piece' | 'place'>;

/** True if the one of two copies of a span counts, and not the other, in either order. */
function isPreferredDuplicate(one: Placed, other: Placed): boolean {
  const later = (one.piece.end ?? 0) - (other.piece.end ?? 0);
  const more = later === 0 ? countSpanFacts(one.piece) - countSpanFacts(other.piece) : later;
  if (more !== 0) return more > 0;
  const place = compareTracePlaces(one.place, other.place);
  return (place === 0 ? compareCodeUnits(JSON.stringify(one.piece), JSON.stringify(other.piece)) : place) < 0;
}

/** Amount of a span's content. */
const countSpanFacts = ({ call, result, turn, ...piece }: SpanPiece): number =>
  [
    ...[call?.args ?? null, call?.id ?? null, result, turn?.prompt ?? null, turn?.text ?? null],
    ...(turn?.calls ?? []),
    ...[piece.model, piece.error, piece.failedBy, piece.state, piece.task, piece.conversation, piece.answer],
    ...[piece.run, piece.verdict, ...COST_NAMES.map(name => piece[name])],
  ].filter(fact => fact !== null && fact !== undefined).length;

/** Sets the depth of a node and its ancestors. A circle of parents is cut at the one with the first id. */
function assignNodeDepth(node: SpanNode): void {
  if (node.depth !== UNKNOWN) return;
  if (node.parent === null || node.parent.depth >= 0) {
    node.depth = node.parent === null ? 0 : node.parent.depth + 1;
    return;
  }
  const path: SpanNode[] = [];
  let one: SpanNode | null = node;
  for (; one !== null && one.depth === UNKNOWN; one = one.parent) {
    one.depth = ON_PATH;
    path.push(one);
  }
  if (one?.depth === ON_PATH) {
    const circle = path.slice(path.indexOf(one));
    const first = circle.reduce((a, b) => (compareCodeUnits(b.piece.id, a.piece.id) < 0 ? b : a));
    first.parent = null;
    for (const other of path) other.depth = UNKNOWN;
    for (const other of [first, node]) assignNodeDepth(other);
    return;
  }
  for (const inner of path.reverse()) inner.depth = inner.parent === null ? 0 : inner.parent.depth + 1;
}

const UNKNOWN = -1;
const ON_PATH = -2;

/**
 * Levels of spans within spans. What looks up and down from each span then takes time in proportion to the spans, whatever a file
 * holds; agents of today nest some tens.
 */
export const MAX_SPAN_DEPTH = 256;

/** Hangs deeper spans below the last level that is kept, next to each other. */
function flattenDeepNodes(nodes: readonly SpanNode[]): void {
  const anchors = new Map<SpanNode, SpanNode>();
  for (const node of nodes) {
    if (node.depth <= MAX_SPAN_DEPTH) continue;
    const path: SpanNode[] = [];
    let one = node;
    for (; one.depth > MAX_SPAN_DEPTH && !anchors.has(one); one = one.parent as SpanNode) path.push(one);
    for (const other of path) anchors.set(other, anchors.get(one) ?? one);
  }
  for (const [node, anchor] of anchors) Object.assign(node, { parent: anchor, depth: MAX_SPAN_DEPTH + 1 });
}

/** In the order in which they began; of those that began at once a parent stands before its children, else the id decides. */
function sortByBeginning(nodes: SpanNode[]): SpanNode[] {
  if (isSortedByBeginning(nodes)) return nodes;
  let latest = Number.NEGATIVE_INFINITY;
  const keyed = nodes.map(node => {
    latest = node.piece.start ?? latest;
    return { node, time: latest };
  });
  keyed.sort((a, b) => {
    if (a.time !== b.time) return a.time < b.time ? -1 : 1;
    if (a.node.piece.start === null || b.node.piece.start === null) return 0;
    return (
      a.node.depth - b.node.depth ||
      getNodeEnd(a.node) - getNodeEnd(b.node) ||
      compareCodeUnits(a.node.piece.id, b.node.piece.id)
    );
  });
  return keyed.map(({ node }) => node);
}

/** True if each began after its predecessor, as in most files. */
const isSortedByBeginning = (nodes: readonly SpanNode[]): boolean =>
  nodes.every(
    ({ piece }, place) =>
      piece.start !== null && (place === 0 || piece.start > (nodes[place - 1].piece.start ?? piece.start)),
  );

const getNodeEnd = ({ piece }: SpanNode): number => piece.end ?? Number.MAX_VALUE;

/** Ancestors of a node, the nearest first. */
export function* iterateAncestors(node: SpanNode): Generator<SpanNode> {
  for (let one = node.parent; one !== null; one = one.parent) yield one;
}
