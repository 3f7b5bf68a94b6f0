import { expect, it } from 'vitest';
import { Agent, Statechart, tick } from '../../../src/engine/index.ts';

const STATES = { name: 'late', states: ['a', 'b'], initial: 'a' };

it('counts a guard and an action that are asynchronous as failures, by their names', async () => {
  const later = async () => {
    throw new Error('later');
  };
  const test = (async () => true) as unknown as () => boolean;
  const guarded = new Statechart({
    ...STATES,
    transitions: [
      { trigger: 'go', source: 'a', target: 'b', guard: { kind: 'function', name: 'is new', test } },
    ],
  });
  const one = guarded.populate(1);
  tick(one);
  expect(guarded.fire(Agent.of(one, 0), 'go')).toBeNull();
  expect(JSON.stringify(one.failures.save())).toContain(
    'guard is new is asynchronous: it has to answer at once',
  );
  const acting = new Statechart({
    ...STATES,
    transitions: [{ trigger: 'go', source: 'a', target: 'b', action: later }],
  });
  const other = acting.populate(1);
  tick(other);
  expect(acting.fire(Agent.of(other, 0), 'go')).toBe('b');
  expect(JSON.stringify(other.failures.save())).toContain('action later is asynchronous');
  const unnamed = new Statechart({
    ...STATES,
    transitions: [
      { trigger: 'go', source: 'a', target: 'b', action: async () => {} },
      {
        ...{ trigger: 'back', source: 'b', target: 'a' },
        actions: [{ kind: 'function', name: 'wait', run: async () => {} }],
      },
    ],
  });
  const third = unnamed.populate(1);
  tick(third);
  unnamed.fire(Agent.of(third, 0), 'go');
  unnamed.fire(Agent.of(third, 0), 'back');
  expect(third.failures.save().kept.map(({ message }) => message.replace(/ is asynchronous.*/, ''))).toEqual([
    'the action of go',
    'action wait',
  ]);
  await new Promise(resolve => setTimeout(resolve, 5));
});

it('counts a guard that returns nothing as a failure', () => {
  const test = (() => {}) as unknown as () => boolean;
  const chart = new Statechart({
    ...STATES,
    transitions: [
      { trigger: 'go', source: 'a', target: 'b', guard: { kind: 'function', name: 'is new', test } },
    ],
  });
  const population = chart.populate(1);
  tick(population);
  expect(chart.fire(Agent.of(population, 0), 'go')).toBeNull();
  expect(population.failures.kept[0].message).toBe(
    'guard is new returns nothing: it has to return true or false',
  );
});
