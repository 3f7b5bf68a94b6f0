import { describe, expect, it } from 'vitest';
import { countLabels } from '../../../../../src/engine/models/recorded/sets/countLabels.ts';

const cases = (...all: Record<string, string>[]) => all.map(labels => ({ labels }));

describe('the labels by which cases can be split', () => {
  it('have two to twenty values, the most frequent first, a guard’s before the others', () => {
    const many = Array.from({ length: 25 }, (_, i) => ({
      ...{
        agent: i < 20 ? 'a' : 'b',
        guard: i % 2 === 0 ? 'acted' : 'shadow',
        run: `${i}`,
        task: `${i % 5}`,
      },
      set: 'one',
    }));
    expect(countLabels(cases(...many))).toEqual([
      {
        label: 'guard',
        pair: ['shadow', 'acted'],
        values: [
          { value: 'acted', cases: 13 },
          { value: 'shadow', cases: 12 },
        ],
      },
      {
        label: 'agent',
        pair: ['a', 'b'],
        values: [
          { value: 'a', cases: 20 },
          { value: 'b', cases: 5 },
        ],
      },
    ]);
  });

  it('include on request those that all cases have in common', () => {
    expect(countLabels(cases({ guard: 'acted' }, { guard: 'acted' }), 1)).toEqual([
      { label: 'guard', pair: ['acted', 'acted'], values: [{ value: 'acted', cases: 2 }] },
    ]);
  });

  it('are split without guard first, otherwise by the two most frequent values in their order', () => {
    const pair = (...all: Record<string, string>[]) => countLabels(cases(...all))[0].pair;
    expect(pair({ guard: 'acted' }, { guard: 'shadow' })).toEqual(['shadow', 'acted']);
    expect(pair({ m: 'z' }, { m: 'z' }, { m: 'b' }, { m: 'b' }, { m: 'a' })).toEqual(['b', 'z']);
  });
});
