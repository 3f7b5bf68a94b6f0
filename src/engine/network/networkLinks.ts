/** Links of each node as offset and target arrays: those of u are `targets[offsets[u]] … targets[offsets[u + 1] − 1]`, ascending. */
export interface Links {
  /** Length nodes + 1. */
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
}

/** Links of one node, a view of the arrays. */
export const getNodeLinks = ({ offsets, targets }: Links, node: number): Uint32Array =>
  targets.subarray(offsets[node], offsets[node + 1]);

/** Number of a node's links. */
export const getNodeDegree = ({ offsets }: Links, node: number): number => offsets[node + 1] - offsets[node];

/** The same links from their other ends: of followers, whom each of them follows. O(nodes + links). */
export function reverseLinks({ offsets, targets }: Links): Links {
  const nodes = offsets.length - 1;
  const back = new Uint32Array(nodes + 1);
  for (const target of targets) back[target + 1]++;
  for (let node = 0; node < nodes; node++) back[node + 1] += back[node];
  const next = back.slice();
  const sources = new Uint32Array(targets.length);
  // Sources come ascending, so each node's list is ascending as well.
  for (let node = 0; node < nodes; node++)
    for (let link = offsets[node]; link < offsets[node + 1]; link++) sources[next[targets[link]]++] = node;
  return { offsets: back, targets: sources };
}

/** The links among some nodes, which are numbered by their places in the list. @param members ascending */
export function selectLinksAmongNodes(links: Links, members: Uint32Array): Links {
  const placeOf = new Map(Array.from(members, (node, place) => [node, place]));
  const offsets = new Uint32Array(members.length + 1);
  const targets: number[] = [];
  for (const [place, node] of members.entries()) {
    for (const target of getNodeLinks(links, node)) {
      const there = placeOf.get(target);
      if (there !== undefined) targets.push(there);
    }
    offsets[place + 1] = targets.length;
  }
  return { offsets, targets: Uint32Array.from(targets) };
}
