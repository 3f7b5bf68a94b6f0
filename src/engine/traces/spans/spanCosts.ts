import { addTwoCosts, type Costs, hasAnyCosts, subtractCosts, UNKNOWN_COSTS } from '../usage.ts';
import type { SpanNode } from './buildSpanTree.ts';

/**
 * Tells each node which of its costs are counted, those of the lowest level that tells them: what a span tells of all that is
 * below it counts where nothing below tells anything, and else only as far as it is of its own.
 * @param nodes parents before their children
 * @returns what is told at a level above and by nothing below; it is counted nowhere
 */
export function assignCountedCosts(nodes: readonly SpanNode[]): Costs {
  const below = new Map<SpanNode, Costs>();
  let beyond: Costs = UNKNOWN_COSTS;
  for (const node of listChildrenFirst(nodes)) {
    const { piece } = node;
    const inner = node.children.reduce(
      (sum, child) => addTwoCosts(sum, below.get(child) ?? UNKNOWN_COSTS),
      UNKNOWN_COSTS,
    );
    const hasInner = hasAnyCosts(inner);
    if (!hasAnyCosts(piece)) below.set(node, inner);
    else if (!hasInner) {
      node.costs = addTwoCosts(piece, UNKNOWN_COSTS);
      below.set(node, node.costs);
    } else if (!piece.rollsUp && !isModelCallWrapper(node)) {
      // A call of a model beside what its tools called in turn.
      node.costs = addTwoCosts(piece, UNKNOWN_COSTS);
      below.set(node, addTwoCosts(piece, inner));
    } else {
      const own = subtractCosts(piece, inner);
      // A turn holds its own call and what was run in it; an agent or a tool has no call of its own.
      if (own !== null && piece.kind === 'model' && !isModelCallWrapper(node)) node.costs = own;
      else if (own !== null) beyond = addTwoCosts(beyond, own);
      below.set(node, own !== null && node.costs !== null ? addTwoCosts(inner, own) : inner);
    }
  }
  return beyond;
}

/** Whether a model's call is told by another one within it, with no tool and no agent between. */
export function isModelCallWrapper(node: SpanNode): boolean {
  const waiting = [...node.children];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.piece.kind === 'model') return true;
    if (next.piece.kind === 'other') for (const child of next.children) waiting.push(child);
  }
  return false;
}

function listChildrenFirst(nodes: readonly SpanNode[]): SpanNode[] {
  const order: SpanNode[] = [];
  const waiting = nodes.filter(({ parent }) => parent === null);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    order.push(next);
    for (const child of next.children) waiting.push(child);
  }
  return order.reverse();
}
