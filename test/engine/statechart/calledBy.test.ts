import { expect, it } from 'vitest';
import { getTransitionWords } from '../../../src/engine/statechart/definition.ts';

it('a transition without a name is named after the rate that moves agents', () => {
  const way = { source: 'a', target: 'b', trigger: 'always' };
  expect(getTransitionWords({ ...way, rate: 0.1, per: 'b' })).toEqual({
    words: { label: 'rate 0.1 per neighbour b' },
  });
  expect(getTransitionWords({ ...way, rate: { column: 'pace' } })).toEqual({ words: { label: 'rate pace' } });
  expect(getTransitionWords({ ...way, trigger: 'falls ill', rate: 0.1 })).toEqual({});
  expect(getTransitionWords({ ...way, rate: 0.1, words: { label: 'falls' } })).toEqual({
    words: { label: 'falls' },
  });
  expect(getTransitionWords(way)).toEqual({});
});
