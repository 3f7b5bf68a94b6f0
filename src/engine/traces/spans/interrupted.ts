import { serializeStepValue } from '../steps.ts';
import type { ActedNode } from './turns.ts';

/** A call that stopped to wait for a person is made again when the person has answered: the later one stands for both. */
export function dropInterruptedCalls(acted: readonly ActedNode[]): readonly ActedNode[] {
  const resumed = new Map<ActedNode, ActedNode>();
  const taken = new Set<ActedNode>();
  for (const [i, one] of acted.entries()) {
    if (!one.node.piece.waits || one.node.piece.kind !== 'tool') continue;
    const later = acted.slice(i + 1).find(other => !taken.has(other) && isSameActedCall(one, other));
    if (later === undefined) continue;
    taken.add(later);
    resumed.set(one, later);
  }
  if (resumed.size === 0) return acted;
  return acted.flatMap(one => {
    if (taken.has(one)) return [];
    const later = resumed.get(one);
    if (later === undefined) return [one];
    const { piece } = later.node;
    return [
      { ...one, node: { ...later.node, piece: { ...piece, start: one.node.piece.start, waits: true } } },
    ];
  });
}

const isSameActedCall = (one: ActedNode, other: ActedNode): boolean => {
  const [a, b] = [one.node.piece, other.node.piece];
  if (b.kind !== 'tool' || b.waits || one.agent !== other.agent) return false;
  const [first, second] = [a.call?.id ?? null, b.call?.id ?? null];
  if (first !== null && second !== null) return first === second;
  return a.name === b.name && serializeStepValue(a.call?.args) === serializeStepValue(b.call?.args);
};
