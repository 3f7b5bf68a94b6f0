import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/engine/core/random.ts';
import { countNeighbours } from '../../../src/engine/network/countNeighbours.ts';
import { buildNetwork, type Network } from '../../../src/engine/network/network.ts';
import { compile } from '../../../src/engine/statechart/compile.ts';
import { agentsInState } from '../../../src/engine/statechart/countAgentsByState.ts';
import { type ChartDefinition, getNeighbourCountColumn } from '../../../src/engine/statechart/definition.ts';
import { HIERARCHY } from '../../../src/engine/statechart/hierarchy/hierarchy.ts';
import { Machine } from '../../../src/engine/statechart/machine.ts';
import { Population } from '../../../src/engine/statechart/population.ts';

const AGENTS = 1000;
const DEGREE = 4;
const SEEDED = 0.02;
const WORLDS = 200;
const RECOVERY = 0.4;

/** Susceptible, infected, recovered: infected by each neighbour who is, at a rate. */
const sir = (rate: number): ChartDefinition => ({
  name: 'sir',
  states: ['susceptible', 'infected', 'recovered'],
  initial: 'susceptible',
  transitions: [
    { trigger: 'catches it', source: 'susceptible', target: 'infected', rate, per: 'infected' },
    { trigger: 'recovers', source: 'infected', target: 'recovered', rate: RECOVERY },
  ],
});

/** As many edges as each has neighbours on average, between ends that are drawn. */
function randomNetwork(random: Random): Network {
  const edges = AGENTS * DEGREE;
  const end = (edge: number, purpose: number) => Math.floor(random.unit(edge, 0, purpose) * AGENTS);
  const ends = (purpose: number) => Uint32Array.from({ length: edges }, (_, edge) => end(edge, purpose));
  return buildNetwork('random', AGENTS, { sources: ends(1), targets: ends(2), weights: null }).network;
}

/** Plays until nobody is infected. @returns the share of those who ever were */
function finalSize(definition: ChartDefinition, seed: number): number {
  const random = new Random(seed, 77);
  const network = randomNetwork(random);
  const population = new Population(AGENTS, 0);
  population.addInteger(getNeighbourCountColumn('infected'));
  const machine = new Machine(compile(definition), population, 1, HIERARCHY);
  population.state.fill(1, 0, AGENTS * SEEDED);
  while (agentsInState('infected', machine) > 0) {
    countNeighbours(network, machine);
    machine.beginTick();
    for (let agent = 0; agent < AGENTS; agent++) machine.drawRates(agent, random);
    machine.log.seal();
  }
  return agentsInState('recovered', machine) / AGENTS;
}

/** r = 1 − (1 − seeded) exp(−degree × transmissibility × r), for an infection that lasts a geometric time. */
function theory(rate: number): number {
  const transmissibility = rate / (rate + RECOVERY - rate * RECOVERY);
  let size = 1;
  for (let i = 0; i < 1000; i++) size = 1 - (1 - SEEDED) * Math.exp(-DEGREE * transmissibility * size);
  return size;
}

describe('an infection on a random network', () => {
  it.each([
    ['dies out below the threshold', 0.05],
    ['reaches most above it', 0.3],
  ])('%s, as large as theory predicts in the middle of 200 worlds', (_, rate) => {
    const sizes = Array.from({ length: WORLDS }, (_, seed) => finalSize(sir(rate), seed)).sort(
      (a, b) => a - b,
    );
    const expected = theory(rate);
    const mean = sizes.reduce((sum, size) => sum + size, 0) / WORLDS;
    expect(sizes[WORLDS * 0.05]).toBeLessThan(expected);
    expect(sizes[WORLDS * 0.95]).toBeGreaterThan(expected);
    expect(Math.abs(mean - expected)).toBeLessThan(0.015);
  });

  it('does not spread from an agent in the tick in which it catches it', () => {
    const definition = sir(1);
    const population = new Population(3, 0);
    population.addInteger(getNeighbourCountColumn('infected'));
    const machine = new Machine(compile(definition), population, 1, HIERARCHY);
    population.state[0] = 1;
    const chain = buildNetwork('chain', 3, { sources: [0, 1], targets: [1, 2], weights: null }).network;
    const random = new Random(3, 1);
    countNeighbours(chain, machine);
    machine.beginTick();
    for (const agent of [0, 1, 2]) machine.drawRates(agent, random);
    expect(agentsInState('susceptible', machine)).toBe(1);
  });
});
