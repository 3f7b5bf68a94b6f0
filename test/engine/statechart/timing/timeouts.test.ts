import { expect, it } from 'vitest';
import { Agent, Statechart, tick } from '../../../../src/engine/index.ts';
import type { ChartDefinition, TransitionDefinition } from '../../../../src/engine/statechart/definition.ts';
import { readChart } from '../../../../src/engine/statechart/formats/readChart.ts';
import { writeXStateConfig } from '../../../../src/engine/statechart/formats/writeXStateConfig.ts';
import { writeScxml } from '../../../../src/engine/statechart/scxml/writeScxml.ts';

const transitions: readonly TransitionDefinition[] = [
  { trigger: 'ping', source: 'a', target: 'a' },
  { trigger: 'timeout', source: 'a', target: 'b' },
];
const plain: ChartDefinition = {
  ...{ name: 'pinged', initial: 'a', states: ['a', 'b', 'c'], thresholds: { a: 2 }, transitions },
};

/** Pings in the second tick; the ticks in which the agent is still in `a`. */
function countTicksInA(definition: ChartDefinition): number {
  const chart = new Statechart(definition);
  const population = chart.populate(1, { random: 1 });
  const agent = Agent.of(population, 0);
  for (let n = 1; n < 20; n++) {
    tick(population);
    if (n === 2) chart.fire(agent, 'ping');
    population.seal();
    if (!agent.isIn('a')) return n - 1;
  }
  return Number.POSITIVE_INFINITY;
}

it.each<[string, ChartDefinition]>([
  ['plain states', plain],
  [
    'a wildcard that leads back',
    {
      ...plain,
      transitions: [{ ...transitions[0], source: '*', wildcard: true }, transitions[1]],
    },
  ],
  ['a final state', { ...plain, states: ['a', 'b', { id: 'c', kind: 'final' }] }],
  [
    'a rate',
    { ...plain, transitions: [...transitions, { trigger: 'on', source: 'b', target: 'c', rate: 0.5 }] },
  ],
  [
    'an entry action',
    {
      ...plain,
      states: ['a', { id: 'b', entry: [[{ kind: 'set', column: 'x', value: 1 }]] }, 'c'],
    },
  ],
  ['nested states', { ...plain, states: [{ id: 'o', states: ['a', 'b'] }, 'c'] }],
  ['SCXML', readChart('pinged.scxml', writeScxml(plain).text).definition],
  ['XState', readChart('pinged.json', JSON.stringify(writeXStateConfig(plain))).definition],
])('starts the time of a state again when it is entered again from itself: %s', (_, definition) => {
  expect(countTicksInA(plain)).toBe(4);
  expect(countTicksInA(definition)).toBe(4);
});

it('lets the time of a state run on when nothing leaves it', () => {
  expect(
    countTicksInA({ ...plain, transitions: [{ ...transitions[0], target: null }, transitions[1]] }),
  ).toBe(countTicksInA({ ...plain, transitions: [{ ...transitions[0], source: 'b' }, transitions[1]] }));
});
