import { describe, expect, it } from 'vitest';
import type { OutcomeDefinition } from '../../../src/engine/model/outcomeDefinition.ts';
import { describeOutcomePair } from '../../../src/ui/words/outcomeWords.ts';

const outcome = (label: string, unit: string): OutcomeDefinition => ({
  ...{ name: 'one', label, unit, better: null, meaning: '' },
});

describe('an outcome of two runs in a sentence', () => {
  it.each([
    ['Ever moved', 'share', 0.658, 0.584, '65.8 %', '58.4 %'],
    ['Ever moved', 'share', null, 0.584, '–', '58.4 %'],
    ['Ever moved', 'share', 0, 1, '0 %', '100 %'],
    ['Largest cascade', 'people', 35, 26, '35', '26 people'],
    ['People reached', 'people', 35, 1260, '35', '1,260'],
    ['Depth', 'steps', 3, null, '3 steps', '–'],
    ['Depth', 'steps', null, null, '–', '–'],
    ['Depth', 'steps', 3, 1, '3', '1 step'],
    ['Depth', 'steps', 1, null, '1 step', '–'],
    ['Largest cascade', 'people', 3, 1, '3', '1 person'],
    ['Time', 's', 3, 1, '3', '1 s'],
  ] as const)('has the unit: %s, in %s', (label, unit, a, b, inA, inB) => {
    expect(describeOutcomePair(outcome(label, unit), a, b)).toEqual({ a: inA, b: inB });
  });
});
