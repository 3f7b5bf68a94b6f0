/** A tree in columns: parents stand before their children, the root (row 0) has parent −1. */
export interface TreeColumns {
  readonly parent: Int32Array;
  readonly tick: Int32Array;
}

/** Rows in lanes; a lane is a height in units of lane spacing, 0 at the top. */
export interface LaneLayout {
  readonly lane: Float64Array;
  /** Lanes used, at least 1. */
  readonly lanes: number;
  /** Posts in each row's branch, the row itself among them. */
  readonly branch: Uint32Array;
  /** Children of row i: children[offsets[i]] … children[offsets[i + 1] − 1], by time. */
  readonly offsets: Uint32Array;
  readonly children: Uint32Array;
}

/** Extra space above a fork, in lanes. */
const AIR = 0.8;

/**
 * The tidy tree: siblings by time from top to bottom, a parent in the middle of its children, each branch
 * in a strip of its own. With x = tick and elbows at the parent's x no two lines cross.
 */
export function computeTidyLanes(tree: TreeColumns): LaneLayout {
  const rows = tree.parent.length;
  const { offsets, children } = collectChildren(tree.parent);
  const branch = new Uint32Array(rows).fill(1);
  for (let row = rows - 1; row > 0; row--) branch[tree.parent[row]] += branch[row];
  const lane = new Float64Array(rows);
  const next = offsets.slice(0, rows);
  const stack = rows > 0 ? [0] : [];
  let free = 0;
  // Depth first without recursion: a chain of reshares may be thousands deep.
  while (stack.length > 0) {
    const row = stack.at(-1)!;
    const end = offsets[row + 1];
    if (offsets[row] === end) lane[row] = free++;
    else if (next[row] < end) {
      if (next[row] === offsets[row] && row > 0 && end - offsets[row] > 1) free += AIR;
      stack.push(children[next[row]!++]);
      continue;
    } else lane[row] = (lane[children[offsets[row]]] + lane[children[end - 1]]) / 2;
    stack.pop();
  }
  return { lane, lanes: Math.max(1, free), branch, offsets, children };
}

/** A grown tree while it plays: rows that had a lane keep it, new ones take the next lane below. */
export function appendLanes(before: LaneLayout, tree: TreeColumns): LaneLayout {
  const rows = tree.parent.length;
  const lane = new Float64Array(rows);
  lane.set(before.lane.subarray(0, rows));
  let lanes = before.lanes;
  for (let row = before.lane.length; row < rows; row++) lane[row] = lanes++;
  const { offsets, children } = collectChildren(tree.parent);
  const branch = new Uint32Array(rows).fill(1);
  for (let row = rows - 1; row > 0; row--) branch[tree.parent[row]] += branch[row];
  return { lane, lanes, branch, offsets, children };
}

function collectChildren(parent: Int32Array): { offsets: Uint32Array; children: Uint32Array } {
  const rows = parent.length;
  const offsets = new Uint32Array(rows + 1);
  for (let row = 1; row < rows; row++) offsets[parent[row] + 1]!++;
  for (let row = 0; row < rows; row++) offsets[row + 1] += offsets[row];
  const place = offsets.slice();
  const children = new Uint32Array(Math.max(0, rows - 1));
  for (let row = 1; row < rows; row++) children[place[parent[row]]!++] = row;
  return { offsets, children };
}

/** A row with its ancestors and descendants. */
export function collectBranchRows(tree: TreeColumns, layout: LaneLayout, row: number): Set<number> {
  const lit = new Set<number>();
  for (let up = row; up >= 0; up = tree.parent[up]) lit.add(up);
  const stack = [row];
  while (stack.length > 0) {
    const at = stack.pop()!;
    lit.add(at);
    for (let i = layout.offsets[at]; i < layout.offsets[at + 1]; i++) stack.push(layout.children[i]);
  }
  return lit;
}
