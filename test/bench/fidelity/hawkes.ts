import type { Network } from '../../../src/engine/network/network.ts';
import type { Draws } from './draws.ts';
import { MAX_NODES, type Tree } from './tree.ts';

/**
 * A Hawkes process with marks (as SEISMIC, Zhao et al. 2015): each post has as many children as a Poisson draw of `rate` times
 * its author's followers, after exponential delays of mean 1. Nobody is exhausted. An author of a child is drawn as one follower
 * among all edges.
 */
export function hawkes(network: Network, root: number, rate: number, draws: Draws): Tree {
  const { offsets, targets } = network;
  const followers = (user: number) => offsets[user + 1] - offsets[user];
  const mark = [followers(root)];
  const parent = [-1];
  const time = [0];
  for (let row = 0; row < parent.length && parent.length < MAX_NODES; row++) {
    for (let child = draws.poisson(rate * mark[row]); child > 0; child--) {
      mark.push(followers(targets[draws.below(targets.length)]));
      parent.push(row);
      time.push(time[row] + draws.exponential());
    }
  }
  return { parent, time };
}

/**
 * The same without a network: the root has a Poisson draw of `ofRoot` children, each other post one of `children`.
 */
export function broadcast(ofRoot: number, children: number, draws: Draws): Tree {
  const parent = [-1];
  const time = [0];
  for (let row = 0; row < parent.length && parent.length < MAX_NODES; row++) {
    const mean = row === 0 ? Math.min(ofRoot, MAX_NODES) : children;
    for (let child = draws.poisson(mean); child > 0; child--) {
      parent.push(row);
      time.push(time[row] + draws.exponential());
    }
  }
  return { parent, time };
}
