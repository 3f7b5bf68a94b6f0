import { expect, it } from 'vitest';
import { ChartError, Statechart } from '../../../src/engine/index.ts';

const chart = {
  name: 'c',
  states: ['a', 'b'],
  initial: 'a',
  transitions: [{ trigger: 'go', source: 'a', target: 'b' }],
};
const [go] = chart.transitions;

it.each<[unknown, string]>([
  [undefined, 'a definition is an object, not missing'],
  [{ ...chart, states: undefined }, 'states is missing, needs a list'],
  [{ ...chart, transitions: undefined }, 'transitions is missing, needs a list'],
  [{ ...chart, initial: 1 }, 'initial is 1, needs the name of a state'],
  [{ ...chart, states: ['a', 3] }, 'state 2 is 3, needs a name or an object'],
  [
    { ...chart, states: [{ id: 'a', kind: 'finl' }, 'b'] },
    'state "a" has the kind "finl", needs parallel, final, history',
  ],
  [{ ...chart, states: [{ id: 'a', stats: [] }, 'b'] }, 'state "a" has "stats", which is unknown'],
  [
    { ...chart, transitions: [{ trigger: 'go', source: 'a', traget: 'b' }] },
    'transition 1 has the target missing, needs a state',
  ],
  [
    { ...chart, transitions: [{ trigger: 'go', source: 'a', traget: 'b' }] },
    'transition 1 has "traget", which is unknown',
  ],
  [
    { ...chart, transitions: [{ ...go, guard: 'x > 3' }] },
    'transition 1 has the guard "x > 3", needs an object of kind',
  ],
  [{ ...chart, transitions: ['go'] }, 'transition 1 is "go", needs an object'],
])('a definition with a part of another kind is refused by its place: %j', (definition, message) => {
  const make = () => new Statechart(definition as typeof chart);
  expect(make).toThrow(ChartError);
  expect(make).toThrow(message);
});
