import type { Draws } from './draws.ts';
import type { Tree } from './tree.ts';

/** Random recursive tree: each node hangs on one of those before it, all alike. Its time is the place in that order. */
export function recursiveTree(nodes: number, draws: Draws): Tree {
  const parent = Array.from({ length: nodes }, (_, node) => (node === 0 ? -1 : draws.below(node)));
  return { parent, time: parent.map((_, node) => node) };
}
