import type { Network } from '../../../src/engine/network/network.ts';
import type { Draws } from './draws.ts';
import { MAX_NODES, type Tree } from './tree.ts';

/** How much each edge counts with its follower: those of one follower sum to 1. */
export function influences({ offsets, targets, weights, nodes }: Network): Float64Array {
  const total = new Float64Array(nodes);
  const weight = (edge: number) => weights?.[edge] ?? 1;
  for (let edge = 0; edge < targets.length; edge++) total[targets[edge]] += weight(edge);
  return Float64Array.from({ length: offsets[nodes] }, (_, edge) => weight(edge) / total[targets[edge]]);
}

/**
 * Linear threshold (Kempe, Kleinberg and Tardos 2003): a follower passes it on once those who did so weigh as much as its
 * threshold, uniform in [0, 1), and hangs on the one by whom it is reached.
 * @param influence of `influences`; @param strength factor on all of them, 0 to 1
 */
export function linearThreshold(
  network: Network,
  influence: Float64Array,
  root: number,
  strength: number,
  draws: Draws,
): Tree {
  const { offsets, targets } = network;
  const user = [root];
  const parent = [-1];
  const time = [0];
  /** What is missing to the threshold. */
  const missing = new Map<number, number>([[root, 0]]);
  for (let row = 0; row < user.length && user.length < MAX_NODES; row++) {
    for (let edge = offsets[user[row]]; edge < offsets[user[row] + 1]; edge++) {
      const target = targets[edge];
      const before = missing.get(target) ?? draws.unit();
      if (missing.has(target) && before <= 0) continue;
      const after = before - strength * influence[edge];
      missing.set(target, after);
      if (after > 0) continue;
      user.push(target);
      parent.push(row);
      time.push(time[row] + 1);
    }
  }
  return { parent, time };
}
