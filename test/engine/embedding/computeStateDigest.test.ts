import { expect, it } from 'vitest';
import { Agent, type ChartPopulation, Statechart, tick } from '../../../src/engine/index.ts';

const COUNTED = new Statechart({
  ...{ name: 'counted', initial: 'a', states: ['a', 'b'] },
  transitions: [
    {
      ...{ trigger: 'again', source: 'a', target: 'a' },
      actions: [{ kind: 'add', column: 'times', value: 1 }],
    },
    {
      ...{ trigger: 'within', source: 'a', target: null },
      action: agent => {
        agent.data.seen = 'a post';
      },
    },
    { trigger: 'keep', source: 'b', target: 'a' },
  ],
});

function fireOnce(...triggers: string[]): ChartPopulation {
  const population = COUNTED.populate(2);
  tick(population);
  for (const trigger of triggers) COUNTED.fire(Agent.of(population, 1), trigger);
  population.seal();
  return population;
}

it('knows a transition to the same state, and one without target, by what their actions changed', () => {
  const hashes = [[], ['again'], ['again', 'again'], ['within']].map(fired => fireOnce(...fired).hash);
  expect(new Set(hashes).size).toBe(4);
  expect(fireOnce('again').hash).toBe(hashes[1]);
  expect(Agent.of(fireOnce('again', 'within'), 1).stateHistory).toEqual([]);
});

it('is the same after it was saved and restored', () => {
  const population = fireOnce('again', 'within');
  const saved = JSON.parse(JSON.stringify(population.saveAll()));
  expect(COUNTED.restore(saved, 2).hash).toBe(population.hash);
});

it('sees a value that was written past the chart', () => {
  const population = fireOnce('again');
  const before = population.hash;
  (population.column('times') as Float32Array)[0] = 5;
  expect(population.hash).not.toBe(before);
});

it('refuses data that JSON would change, and names it', () => {
  const population = fireOnce('within');
  Agent.of(population, 1).data.at = new Date(0);
  expect(() => population.hash).toThrow('data of agent 1.at is a Date, which JSON does not hold');
});

it('lets actions set timeouts, which are part of what happened', () => {
  const chart = new Statechart({
    ...{ name: 'patient', states: ['a', 'b'], initial: 'a' },
    transitions: [
      {
        ...{ trigger: 'go', source: 'a', target: 'b' },
        action: agent => {
          (agent as Agent).timeoutThreshold = 2;
        },
      },
      { trigger: 'timeout', source: 'b', target: 'a' },
    ],
  });
  const population = chart.populate(1);
  population.tick();
  chart.fire(Agent.of(population, 0), 'go');
  population.seal();
  expect(population.hash).toMatch(/^[0-9a-f]{64}$/);
  for (let i = 0; i < 3; i++) population.tick();
  expect(Agent.of(population, 0).state).toBe('a');
});

it('knows an event that is under way from one that was taken back', () => {
  const chart = new Statechart({
    ...{ name: 'sent', initial: 'a', states: ['a', 'b'] },
    transitions: [
      {
        ...{ trigger: 'arm', source: 'a', target: null },
        actions: [{ kind: 'send', event: 'late', after: 3, id: 'x' }],
      },
      { ...{ trigger: 'disarm', source: 'a', target: null }, actions: [{ kind: 'cancel', id: 'x' }] },
      { trigger: 'late', source: 'a', target: 'b' },
    ],
  });
  const fire = (...triggers: string[]) => {
    const population = chart.populate(1);
    tick(population);
    for (const trigger of triggers) chart.fire(Agent.of(population, 0), trigger);
    population.seal();
    return population;
  };
  expect(fire('arm').hash).not.toBe(fire('arm', 'disarm').hash);
  expect(fire('arm').hash).toBe(fire('arm').hash);
  const saved = JSON.parse(JSON.stringify(fire('arm').saveAll()));
  expect(chart.restore(saved, 1).hash).toBe(fire('arm').hash);
});
