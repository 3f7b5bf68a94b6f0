import type { SpanNode } from './buildSpanTree.ts';

/** Who acts in a trace: an agent, a group of agents, or the trace itself where no span names one. */
export interface Actor {
  readonly name: string | null;
  /** Its span; null for the trace itself, and for an agent that only its spans name. */
  readonly node: SpanNode | null;
  readonly parent: Actor | null;
  readonly isGroup: boolean;
  /** The call that sent it; null where it stands in its parent as a part. */
  readonly sentBy: SpanNode | null;
  /** Calls of models and tools of its own. */
  acts: boolean;
}

/** Who acts in each node of a trace. @param nodes of one trace, parents before children */
export function assignActors(nodes: readonly SpanNode[]): ReadonlyMap<SpanNode, Actor> {
  const root: Actor = { name: null, node: null, parent: null, isGroup: true, sentBy: null, acts: false };
  const actors = new Map<SpanNode, Actor>();
  const runs = new Map<string, Actor>();
  for (const node of listParentsFirst(nodes)) {
    const above = node.parent === null ? root : (actors.get(node.parent) ?? root);
    const actor = resolveNodeActor(node, above, runs);
    actors.set(node, actor);
    if (node.piece.kind === 'tool' || node.piece.kind === 'model') actor.acts = true;
  }
  return actors;
}

function resolveNodeActor(node: SpanNode, above: Actor, runs: Map<string, Actor>): Actor {
  const { kind, name, run } = node.piece;
  if (run !== null) {
    const known = runs.get(run.id);
    if (known !== undefined) return known;
    const sentBy = findCallAboveNode(node, above) ?? node;
    const actor = { name: run.name, node: null, parent: above, isGroup: false, sentBy, acts: false };
    runs.set(run.id, actor);
    return actor;
  }
  if (kind !== 'agent' && kind !== 'group') return above;
  return {
    name: name === '' ? null : name,
    node,
    parent: above,
    isGroup: kind === 'group',
    sentBy: findCallAboveNode(node, above),
    acts: false,
  };
}

/** The call between a node and the span of who acts around it. */
function findCallAboveNode(node: SpanNode, above: Actor): SpanNode | null {
  for (let one = node.parent; one !== null && one !== above.node; one = one.parent)
    if (one.piece.kind === 'tool') return one;
  return null;
}

/**
 * Whether an actor's steps are a case of its own: it was sent by a call, or stands in an agent of another name that acts
 * itself. A group holds its agents, and a span of the same name wraps.
 */
export function isSeparateAgentCase({ name, parent, sentBy }: Actor): boolean {
  if (parent === null) return false;
  if (sentBy !== null) return true;
  return !parent.isGroup && parent.acts && parent.name !== name;
}

function listParentsFirst(nodes: readonly SpanNode[]): SpanNode[] {
  const order: SpanNode[] = [];
  const waiting = nodes.filter(({ parent }) => parent === null).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    order.push(next);
    for (const child of next.children.toReversed()) waiting.push(child);
  }
  return order;
}
