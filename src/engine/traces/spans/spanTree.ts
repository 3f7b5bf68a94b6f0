import { byUnit } from '../../textFile.ts';
import type { TracePlace } from '../reading.ts';
import type { SpanPiece } from './piece.ts';

/** A piece, where it stands, and the one that it is in. */
export interface SpanNode {
  readonly piece: SpanPiece;
  readonly place: TracePlace;
  parent: SpanNode | null;
  readonly children: SpanNode[];
}

/**
 * The spans of one trace as a forest, in an order that does not hang on that of the file: by beginning, those without
 * one after what they followed. Of a span that was sent twice the one that ended later counts; parents in a circle are cut.
 */
export function spanTree(
  placed: readonly { readonly piece: SpanPiece; readonly place: TracePlace }[],
): SpanNode[] {
  const byId = new Map<string, SpanNode>();
  const nodes: SpanNode[] = [];
  for (const { piece, place } of placed) {
    const known = piece.id === '' ? undefined : byId.get(piece.id);
    if (known === undefined) {
      const node: SpanNode = { piece, place, parent: null, children: [] };
      nodes.push(node);
      if (piece.id !== '') byId.set(piece.id, node);
    } else if ((piece.end ?? 0) > (known.piece.end ?? 0)) Object.assign(known, { piece, place });
  }
  for (const node of nodes) {
    const parent = byId.get(node.piece.parent);
    if (parent !== undefined && parent !== node) node.parent = parent;
  }
  for (const node of nodes) cutCircle(node);
  const sorted = byBeginning(nodes);
  for (const node of sorted) node.parent?.children.push(node);
  return sorted;
}

function cutCircle(node: SpanNode): void {
  const seen = new Set([node]);
  for (let one = node.parent; one !== null; one = one.parent) {
    if (seen.has(one)) {
      node.parent = null;
      return;
    }
    seen.add(one);
  }
}

/** In the order in which they began; of those that began at once a parent stands before its children, else the id decides. */
function byBeginning(nodes: readonly SpanNode[]): SpanNode[] {
  let latest = Number.NEGATIVE_INFINITY;
  const keyed = nodes.map(node => {
    latest = node.piece.start ?? latest;
    return { node, time: latest, depth: depthOf(node) };
  });
  keyed.sort((a, b) => {
    if (a.time !== b.time) return a.time < b.time ? -1 : 1;
    if (a.node.piece.start === null || b.node.piece.start === null) return 0;
    return a.depth - b.depth || endOf(a.node) - endOf(b.node) || byUnit(a.node.piece.id, b.node.piece.id);
  });
  return keyed.map(({ node }) => node);
}

const endOf = ({ piece }: SpanNode): number => piece.end ?? Number.MAX_VALUE;

function depthOf(node: SpanNode): number {
  let depth = 0;
  for (let one = node.parent; one !== null; one = one.parent) depth++;
  return depth;
}

/** What is around a node, the nearest first. */
export function* around(node: SpanNode): Generator<SpanNode> {
  for (let one = node.parent; one !== null; one = one.parent) yield one;
}
