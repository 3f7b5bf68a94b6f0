import type { Network } from '../../../src/engine/network/network.ts';
import type { Draws } from './draws.ts';
import { MAX_NODES, type Tree } from './tree.ts';

/**
 * Independent cascade (Kempe, Kleinberg and Tardos 2003): whoever has passed it on tries each follower once, a step
 * later.
 * @param scale chance of an edge without a weight, and factor on that of others
 */
export function independentCascade(network: Network, root: number, scale: number, draws: Draws): Tree {
  const { offsets, targets, weights } = network;
  const user = [root];
  const parent = [-1];
  const time = [0];
  const reached = new Set(user);
  for (let row = 0; row < user.length && user.length < MAX_NODES; row++) {
    for (let edge = offsets[user[row]]; edge < offsets[user[row] + 1]; edge++) {
      const target = targets[edge];
      if (reached.has(target) || draws.unit() >= scale * (weights?.[edge] ?? 1)) continue;
      reached.add(target);
      user.push(target);
      parent.push(row);
      time.push(time[row] + 1);
    }
  }
  return { parent, time };
}

/** In the mean over the edges; 1 in a network without weights. */
export const meanWeight = ({ weights }: Network): number =>
  weights === null ? 1 : weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
