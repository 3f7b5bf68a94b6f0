import { InputError } from '../../core/errors.ts';
import { Domain, Random } from '../../core/random.ts';
import { buildNetwork, type EdgeColumns, type Network } from '../network.ts';
import { GENERATORS, type Generator, type GeneratorName } from './generators.ts';

/**
 * A seeded network of `nodes` agents; the same arguments give the same bytes.
 * @param parameters by name; what is left out takes its default, names of other generators are passed over.
 * @throws InputError for a size or parameter out of range.
 */
export function generateNetwork(
  name: GeneratorName,
  nodes: number,
  seed: number,
  parameters: Readonly<Record<string, unknown>> = {},
): Network {
  if (!Number.isInteger(nodes) || nodes < 1 || nodes > 1_000_000) {
    throw new InputError(`agents must be a whole number from 1 to 1,000,000, not ${nodes}`);
  }
  const random = new Random(seed, Domain.network);
  const value = (parameter: string) => getGeneratorParameter(name, parameter, parameters);
  switch (name) {
    case 'scale-free':
      return buildUndirectedNetwork(
        name,
        nodes,
        generateScaleFree(nodes, value('edges_per_newcomer'), random),
      );
    case 'small-world':
      return buildUndirectedNetwork(
        name,
        nodes,
        generateSmallWorld(nodes, value('neighbours'), value('rewiring'), random),
      );
    case 'random':
      return buildUndirectedNetwork(
        name,
        nodes,
        generateUniformRandom(nodes, value('edges_per_agent'), random),
      );
  }
}

function getGeneratorParameter(
  name: GeneratorName,
  parameter: string,
  given: Readonly<Record<string, unknown>>,
): number {
  const generator: Generator = GENERATORS.find(candidate => candidate.name === name)!;
  const { kind, min, max, step, ...definition } = generator.parameters.find(one => one.name === parameter)!;
  const value = given[parameter] ?? definition.default;
  const fits = typeof value === 'number' && value >= min && value <= max;
  if (fits && (kind === 'number' || value % step === 0)) return value;
  const sort = kind === 'number' ? 'a number' : step === 2 ? 'an even number' : 'a whole number';
  throw new InputError(`${parameter} must be ${sort} from ${min} to ${max}, not ${value}`);
}

function buildUndirectedNetwork(name: string, nodes: number, edges: EdgeColumns): Network {
  return buildNetwork(name, nodes, edges, { undirected: true }).network;
}

/** Purpose numbers of `Domain.network`. A draw's entity counts up, so each is read once. */
const ATTACH = 1;
const REWIRE = 2;
const UNIFORM = 3;

/**
 * Barabási & Albert 1999: starts with min(m + 1, n) agents all linked to each other; every newcomer links
 * to m distinct earlier ones, with probability proportional to their links. O(edges).
 */
function generateScaleFree(nodes: number, m: number, random: Random): EdgeColumns {
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
 * Watts & Strogatz 1998: a ring in which each agent is linked to its k nearest (k even, at most n − 1), each link
 * rewired to another random agent with probability p; no loops, no duplicates, the same number of links.
 */
function generateSmallWorld(nodes: number, k: number, p: number, random: Random): EdgeColumns {
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
function generateUniformRandom(nodes: number, perAgent: number, random: Random): EdgeColumns {
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

/** A set of unordered pairs of nodes; open addressing, five times as fast as a Set of that many numbers. */
export class PairSet {
  readonly #nodes: number;
  readonly #mask: number;
  /** Pair number + 1; 0 is free. */
  readonly #slots: Float64Array;

  /** @param capacity most pairs that will be added */
  constructor(nodes: number, capacity: number) {
    let slots = 16;
    while (slots < 2 * capacity) slots *= 2;
    this.#nodes = nodes;
    this.#mask = slots - 1;
    this.#slots = new Float64Array(slots);
  }

  /** Adds a pair; false when it was there. */
  add(a: number, b: number): boolean {
    const pair = this.#number(a, b);
    let slot = this.#home(pair);
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
      if (this.#slots[slot] === pair) return false;
    }
    this.#slots[slot] = pair;
    return true;
  }

  has(a: number, b: number): boolean {
    const pair = this.#number(a, b);
    let slot = this.#home(pair);
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
      if (this.#slots[slot] === pair) return true;
    }
    return false;
  }

  #number(a: number, b: number): number {
    return (a < b ? a * this.#nodes + b : b * this.#nodes + a) + 1;
  }

  #home(pair: number): number {
    const high = Math.floor(pair / 0x1_0000_0000);
    const mixed = Math.imul(pair ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
    return (mixed ^ (mixed >>> 15)) & this.#mask;
  }
}
