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
  [{ ...chart, name: undefined }, 'name is missing, needs a text'],
  [{ ...chart, semantics: 'XState' }, 'semantics is "XState", needs scxml or xstate'],
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
  [{ ...chart, tresholds: {} }, 'the chart has "tresholds", which is unknown; did you mean "thresholds"?'],
  [{ ...chart, thresholds: { a: '3' } }, 'the threshold of "a" is "3", needs a number or { column }'],
  [{ ...chart, transitions: [{ ...go, rate: '0.5' }] }, 'transition 1 has the rate "0.5", needs a number'],
  [
    { ...chart, transitions: [{ ...go, guard: { kind: 'compare', column: 'x', op: '=', value: 1 } }] },
    'transition 1 has the guard of kind compare whose op is "=", needs < <= > >= == !=',
  ],
  [
    { ...chart, transitions: [{ ...go, guard: { kind: 'compare', column: 'x', op: '<', value: '1' } }] },
    'whose value is "1", needs a number or { column }',
  ],
  [
    { ...chart, transitions: [{ ...go, guard: { kind: 'function', name: 'q' } }] },
    'transition 1 has the guard of kind function whose test is missing, needs a function of the agent',
  ],
  [{ ...chart, transitions: [{ ...go, action: 'x' }] }, 'transition 1 has the action "x", needs a function'],
  [
    { ...chart, transitions: [{ ...go, actions: [{ kind: 'st' }] }] },
    'actions of transition 1 has as number 1 an object of kind "st", needs an object of kind function, raise',
  ],
  [
    { ...chart, states: [{ id: 'a', entry: [[{ kind: 'set', column: 'x' }]] }, 'b'] },
    'list 1 of entry of state "a" has as number 1 of kind set whose value is missing',
  ],
  [{ ...chart, transitions: ['go'] }, 'transition 1 is "go", needs an object'],
])('a definition with a part of another kind is refused by its place: %j', (definition, message) => {
  const make = () => new Statechart(definition as typeof chart);
  expect(make).toThrow(ChartError);
  expect(make).toThrow(message);
});
