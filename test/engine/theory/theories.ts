import { Random } from '../../../src/engine/core/random.ts';
import { countNeighbours } from '../../../src/engine/network/countNeighbours.ts';
import { buildNetwork, type Network } from '../../../src/engine/network/network.ts';
import { compile } from '../../../src/engine/statechart/compile.ts';
import type { CompiledChart } from '../../../src/engine/statechart/compiled.ts';
import { type ChartDefinition, getNeighbourCountColumn } from '../../../src/engine/statechart/definition.ts';
import { HIERARCHY } from '../../../src/engine/statechart/hierarchy/hierarchy.ts';
import { Machine } from '../../../src/engine/statechart/machine.ts';
import { Population } from '../../../src/engine/statechart/population.ts';
import { computeMeanInterval } from '../../../src/engine/statistics/intervals/computeMeanInterval.ts';
import { computeShareInterval } from '../../../src/engine/statistics/intervals/computeShareInterval.ts';
import type { Interval } from '../../../src/engine/statistics/intervals/interval.ts';

/** A figure that theory gives exactly, and samples of it from the engine. */
export interface Theory {
  readonly name: string;
  /** What the figure is. */
  readonly figure: string;
  readonly sizes: readonly number[];
  /** Worlds of each size in the usual run. */
  readonly worlds: number;
  exact(size: number): number;
  /** How far that is off at most for so many agents, where theory is of endlessly many; absent: not at all. */
  off?(size: number): number;
  /** The figure in one world. */
  sample(size: number, seed: number): number;
  /** Whether a world says yes or no, or a share, else a number. */
  readonly kind: 'share' | 'number';
}

/** What some worlds of a theory came to. */
export interface Outcome {
  readonly exact: number;
  readonly mean: number;
  readonly interval: Interval;
}

/** Plays worlds of a theory. @param tail what lies beyond either end of a share's interval */
export function outcomeOf(theory: Theory, size: number, worlds: number, tail?: number): Outcome {
  const values = Array.from({ length: worlds }, (_, world) => theory.sample(size, world + 1));
  const ones = new Float64Array(worlds).fill(1);
  const interval =
    theory.kind === 'share'
      ? computeShareInterval(values, ones, tail)
      : computeMeanInterval(values, size, 'number');
  if (interval === null) throw new Error(`${theory.name}: the worlds do not differ`);
  return { exact: theory.exact(size), mean: values.reduce((a, b) => a + b, 0) / worlds, interval };
}

const compiled = new Map<ChartDefinition, CompiledChart>();

/** A chart, compiled once for all its worlds. */
function compileOnce(definition: ChartDefinition): CompiledChart {
  const known = compiled.get(definition) ?? compile(definition);
  compiled.set(definition, known);
  return known;
}

/** A machine of a chart on a network, whose agents begin in these states. */
function begun(definition: ChartDefinition, network: Network, states: ArrayLike<number>): Machine {
  const population = new Population(network.nodes, 0);
  for (const { per } of definition.transitions)
    if (per !== undefined) population.addInteger(getNeighbourCountColumn(per));
  const machine = new Machine(compileOnce(definition), population, 1, HIERARCHY);
  population.state.set(states);
  return machine;
}

/** Plays a tick: everybody draws, by what neighbours were when the last one ended. */
function tick(machine: Machine, network: Network, random: Random): void {
  countNeighbours(network, machine);
  machine.beginTick();
  for (let agent = 0; agent < network.nodes; agent++) machine.drawRates(agent, random);
  machine.log.seal();
}

function networkOf(
  nodes: number,
  edges: readonly (readonly [number, number])[],
  undirected: boolean,
): Network {
  const [sources, targets] = [0, 1].map(end => Uint32Array.from(edges, edge => edge[end]!));
  return buildNetwork(
    'theory',
    nodes,
    { sources: sources!, targets: targets!, weights: null },
    { undirected },
  ).network;
}

const complete = (n: number): Network =>
  networkOf(
    n,
    Array.from({ length: n }, (_, a) => Array.from({ length: a }, (_, b) => [a, b] as const)).flat(),
    true,
  );

const inState = (machine: Machine, state: number): number =>
  machine.population.state.reduce((count, one) => count + Number(one === state), 0);

const choose = (n: number, k: number): number => {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
};
const binomial = (n: number, k: number, p: number): number => choose(n, k) * p ** k * (1 - p) ** (n - k);

const INFECTION = { transmission: 0.15, recovery: 0.4, degree: 4, seeded: 0.02 };
const sir: ChartDefinition = {
  ...{ name: 'sir', initial: 'susceptible', states: ['susceptible', 'infected', 'recovered'] },
  transitions: [
    {
      ...{ trigger: 'catches it', source: 'susceptible', target: 'infected' },
      ...{ rate: INFECTION.transmission, per: 'infected' },
    },
    { trigger: 'recovers', source: 'infected', target: 'recovered', rate: INFECTION.recovery },
  ],
};

/** A directed network in which everybody is followed by as many on average, drawn by a seed. */
function drawnNetwork(nodes: number, random: Random): Network {
  const edges = nodes * INFECTION.degree;
  const end = (edge: number, purpose: number) => Math.floor(random.unit(edge, 0, purpose) * nodes);
  const ends = (purpose: number) => Uint32Array.from({ length: edges }, (_, edge) => end(edge, purpose));
  return buildNetwork('random', nodes, { sources: ends(1), targets: ends(2), weights: null }).network;
}

/** An infection on a large random network: who is ever reached, by the equation of Kermack and McKendrick. */
const finalSize: Theory = {
  ...{
    name: 'SIR on a random network',
    figure: 'final size',
    sizes: [1000, 4000, 16_000],
    worlds: 60,
    kind: 'share',
  },
  exact() {
    const { transmission: t, recovery: r, degree, seeded } = INFECTION;
    const passes = t / (t + r - t * r);
    let size = 1;
    for (let i = 0; i < 1000; i++) size = 1 - (1 - seeded) * Math.exp(-degree * passes * size);
    return size;
  },
  off: size => 12 / size,
  sample(size, seed) {
    const random = new Random(seed, 4010);
    const network = drawnNetwork(size, random);
    const seeds = Math.round(size * INFECTION.seeded);
    const machine = begun(
      sir,
      network,
      Uint16Array.from({ length: size }, (_, agent) => Number(agent < seeds)),
    );
    while (inState(machine, 1) > 0) tick(machine, network, random);
    return inState(machine, 2) / size;
  },
};

const WON = 0.2;
const voter: ChartDefinition = {
  ...{ name: 'voter', initial: 'B', states: ['B', 'A'] },
  transitions: [
    { trigger: 'won', source: 'B', target: 'A', rate: WON, per: 'A' },
    { trigger: 'lost', source: 'A', target: 'B', rate: WON, per: 'B' },
  ],
};

/** Two opinions where all know each other: how many hold the first after ten ticks, by the chain of their number. */
const voters: Theory = {
  ...{ name: 'two opinions, all know each other', figure: 'share of the first after 10 ticks' },
  ...{ sizes: [5, 6, 12], worlds: 2000, kind: 'share' },
  exact(n) {
    let chance = Array.from({ length: n + 1 }, (_, a) => Number(a === 2));
    for (let t = 0; t < 10; t++) {
      const next = new Array<number>(n + 1).fill(0);
      for (const [a, p] of chance.entries()) {
        if (p === 0) continue;
        const [wins, loses] = [1 - (1 - WON) ** a, 1 - (1 - WON) ** (n - a)];
        for (let won = 0; won <= n - a; won++)
          for (let lost = 0; lost <= a; lost++)
            next[a + won - lost]! += p * binomial(n - a, won, wins) * binomial(a, lost, loses);
      }
      chance = next;
    }
    return chance.reduce((sum, p, a) => sum + p * a, 0) / n;
  },
  sample(n, seed) {
    const [network, random] = [complete(n), new Random(seed, 4020 + n)];
    const machine = begun(
      voter,
      network,
      Uint16Array.from({ length: n }, (_, agent) => Number(agent < 2)),
    );
    for (let t = 0; t < 10; t++) tick(machine, network, random);
    return inState(machine, 1) / n;
  },
};

const PASSES = 0.3;
const cascade: ChartDefinition = {
  ...{ name: 'cascade', initial: 'waits', states: ['waits', 'acts', 'acted'] },
  transitions: [
    { trigger: 'is reached', source: 'waits', target: 'acts', rate: PASSES, per: 'acts' },
    { trigger: 'is done', source: 'acts', target: 'acted', rate: 1 },
  ],
};
/** By their number of edges: each leads from one that acts to one that may follow. */
const LINKS: readonly (readonly [number, number])[] = [
  ...([
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
    [3, 4],
    [4, 5],
    [5, 6],
    [6, 3],
    [1, 5],
    [2, 6],
    [4, 0],
  ] as const),
  ...([
    [6, 7],
    [7, 8],
    [2, 8],
  ] as const),
];

/** Each edge passes it on once or never: the mean number reached, over all sets of edges that do (Kempe et al. 2003). */
const independentCascade: Theory = {
  ...{
    name: 'independent cascade',
    figure: 'people reached, by edges',
    sizes: [7, 11, 14],
    worlds: 4000,
    kind: 'number',
  },
  exact(edges) {
    let mean = 0;
    for (let live = 0; live < 1 << edges; live++) {
      const open = LINKS.slice(0, edges).filter((_, edge) => (live >> edge) & 1);
      const reached = new Set([0]);
      for (const one of reached) for (const [from, to] of open) if (from === one) reached.add(to);
      mean += reached.size * PASSES ** open.length * (1 - PASSES) ** (edges - open.length);
    }
    return mean;
  },
  sample(edges, seed) {
    const network = networkOf(9, LINKS.slice(0, edges), false);
    const random = new Random(seed, 4030 + edges);
    const machine = begun(
      cascade,
      network,
      Uint16Array.from({ length: 9 }, (_, agent) => Number(agent === 0)),
    );
    while (inState(machine, 1) > 0) tick(machine, network, random);
    return inState(machine, 2);
  },
};

const [UP, DOWN] = [0.1, 0.2];

/** Agents that go up and down a ladder: how often they are at its foot in the end, which balances each step. */
const birthDeath: Theory = {
  ...{
    name: 'birth and death',
    figure: 'share in the lowest of so many states',
    sizes: [3, 5, 9],
    worlds: 60,
    kind: 'share',
  },
  exact: states => (1 - UP / DOWN) / (1 - (UP / DOWN) ** states),
  sample(states, seed) {
    const names = Array.from({ length: states }, (_, i) => `s${i}`);
    const definition: ChartDefinition = {
      ...{ name: 'ladder', initial: 's0', states: names },
      transitions: names.flatMap((source, i) => [
        ...(i + 1 < states ? [{ trigger: 'up', source, target: names[i + 1]!, rate: UP }] : []),
        ...(i > 0 ? [{ trigger: 'down', source, target: names[i - 1]!, rate: DOWN }] : []),
      ]),
    };
    const network = networkOf(200, [], false);
    const machine = begun(definition, network, new Uint16Array(200));
    const random = new Random(seed, 4040 + states);
    for (let t = 0; t < 300; t++) tick(machine, network, random);
    return inState(machine, 0) / 200;
  },
};

/** All of them. */
export const THEORIES: readonly Theory[] = [finalSize, voters, independentCascade, birthDeath];
