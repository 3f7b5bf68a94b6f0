import { measureCascade } from '../../../src/engine/models/social/cascade/measureCascade.ts';

/** A cascade: row 0 is the root, parents come before children. */
export interface Tree {
  /** Row of the parent; −1 for the root. */
  readonly parent: readonly number[];
  /** Since the root was posted, in whatever unit the process has. */
  readonly time: readonly number[];
}

/** Measures by which cascades are compared. */
export interface Shape {
  /** Nodes of the tree. */
  readonly size: number;
  readonly depth: number;
  readonly breadth: number;
  readonly virality: number;
  /** Minutes from the root until half of the nodes are there. */
  readonly half: number;
}

/** Where growing trees stop: more than the largest real one has. */
export const MAX_NODES = 5000;

/**
 * The measures of what has come of a tree within a window.
 * @param minutes that a unit of its time takes; @param window minutes since the root
 */
export function shapeOf(tree: Tree, minutes: number, window: number): Shape {
  const row = new Map<number, number>();
  const parent: number[] = [];
  const seconds: number[] = [];
  for (let node = 0; node < tree.parent.length; node++) {
    if (tree.time[node] * minutes > window) continue;
    row.set(node, parent.length);
    parent.push(row.get(tree.parent[node]) ?? -1);
    seconds.push(Math.round(tree.time[node] * minutes * 60));
  }
  const author = parent.map((_, index) => index);
  const kind = parent.map(() => 0);
  const m = measureCascade({ parent, author, tick: seconds, kind }, 1, 0);
  return {
    size: m.posts,
    depth: m.depth,
    breadth: m.maxBreadth,
    virality: m.structuralVirality,
    half: m.minutesToHalfSize,
  };
}
