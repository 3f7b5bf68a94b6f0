import type { Random } from '../../core/random.ts';
import type { EdgeColumns } from '../network.ts';
import { PairSet } from './pairSet.ts';

/** Purpose numbers of `Domain.network`. A draw's entity counts up, so each is read once. */
const ATTACH = 1;
const REWIRE = 2;
const UNIFORM = 3;

/**
 * Barabási & Albert 1999: starts with min(m + 1, n) agents all linked to each other; every newcomer links
 * to m distinct earlier ones, with probability proportional to their links. O(edges).
 */
export function generateScaleFree(nodes: number, m: number, random: Random): EdgeColumns {
  const core = Math.min(m + 1, nodes);
  const count = (core * (core - 1)) / 2 + (nodes - core) * m;
  const sources = new Uint32Array(count);
  const targets = new Uint32Array(count);
  let edge = 0;
  for (let a = 1; a < core; a++) {
    for (let b = 0; b < a; b++) {
      sources[edge] = a;
      targets[edge++] = b;
    }
  }
  let draws = 0;
  for (let newcomer = core; newcomer < nodes; newcomer++) {
    const earlier = edge;
    while (edge < earlier + m) {
      // A random end of a random edge: agents are drawn in proportion to their links.
      const end = Math.floor(random.unit(draws++, 0, ATTACH) * 2 * earlier);
      const target = end % 2 === 0 ? sources[end / 2] : targets[(end - 1) / 2];
      if (includesInRange(targets, target, earlier, edge)) continue;
      sources[edge] = newcomer;
      targets[edge++] = target;
    }
  }
  return { sources, targets, weights: null };
}

/**
 * Watts & Strogatz 1998: a ring where each agent is linked to its k nearest (k even, at most n − 1), each
 * link rewired to another random agent with probability p; no loops, no duplicates, the same number of links.
 */
export function generateSmallWorld(nodes: number, k: number, p: number, random: Random): EdgeColumns {
  const reach = Math.min(k / 2, Math.floor((nodes - 1) / 2));
  const count = nodes * reach;
  const sources = new Uint32Array(count);
  const targets = new Uint32Array(count);
  const links = new PairSet(nodes, 2 * count);
  /** Agents that each agent can no longer be linked to. */
  const taken = new Uint32Array(nodes).fill(2 * reach);
  for (let step = 1, edge = 0; step <= reach; step++) {
    for (let agent = 0; agent < nodes; agent++, edge++) {
      sources[edge] = agent;
      targets[edge] = (agent + step) % nodes;
      links.add(agent, targets[edge]);
    }
  }
  let draws = 0;
  for (let edge = 0; edge < count; edge++) {
    const agent = sources[edge];
    if (random.unit(draws++, 0, REWIRE) >= p || taken[agent] >= nodes - 1) continue;
    // A rewired link stays in the set and counts as taken, so the set needs no removal.
    let target = agent;
    while (target === agent || links.has(agent, target)) {
      target = Math.floor(random.unit(draws++, 0, REWIRE) * nodes);
    }
    links.add(agent, target);
    taken[agent]++;
    taken[target]++;
    targets[edge] = target;
  }
  return { sources, targets, weights: null };
}

/**
 * Erdős & Rényi 1959: exactly `perAgent` × n distinct links (rounded; at most all pairs), each set equally
 * likely.
 */
export function generateUniformRandom(nodes: number, perAgent: number, random: Random): EdgeColumns {
  const count = Math.min(Math.round(perAgent * nodes), (nodes * (nodes - 1)) / 2);
  const sources = new Uint32Array(count);
  const targets = new Uint32Array(count);
  const links = new PairSet(nodes, count);
  for (let edge = 0, draws = 0; edge < count; ) {
    const a = Math.floor(random.unit(draws++, 0, UNIFORM) * nodes);
    const b = Math.floor(random.unit(draws++, 0, UNIFORM) * nodes);
    if (a === b || !links.add(a, b)) continue;
    sources[edge] = a;
    targets[edge++] = b;
  }
  return { sources, targets, weights: null };
}

function includesInRange(column: Uint32Array, value: number, from: number, to: number): boolean {
  for (let row = from; row < to; row++) if (column[row] === value) return true;
  return false;
}
