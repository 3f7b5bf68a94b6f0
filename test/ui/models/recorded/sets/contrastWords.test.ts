import { describe, expect, it } from 'vitest';
import type { SetsReport } from '../../../../../src/engine/models/recorded/sets/report.ts';
import {
  contrastWords,
  endedOtherwise,
  figureWords,
  intervalWords,
  isOpenToChance,
  leftOut,
  pairedWords,
} from '../../../../../src/ui/models/recorded/sets/contrastWords.ts';

const contrast = (a: number | null, b: number | null, interval: readonly [number, number] | null = null) => ({
  a,
  b,
  difference: a === null || b === null ? null : b - a,
  intervals: { a: null, b: null, difference: interval },
});

describe('figures of two sets', () => {
  it.each([
    [0.6445, 'share', '64.5'],
    [-0.0004, 'share', '−0.040'],
    [81_162.4, 'a case', '81,162'],
    [99.96, 'a case', '100'],
    [2.0634, 'a case', '2.06'],
    [0.02134, 'a case', '0.021'],
    [-0.0001, 'a case', '0.000'],
    [3, 'steps', '3'],
    [36_214, 'ms', '36.2'],
    [null, 'share', '–'],
  ] as const)('%s as %s is told as %s', (value, unit, words) => {
    expect(figureWords(value, unit)).toBe(words);
  });

  it.each([
    [0.645, 0.792, 'share', '64.5', '79.2', '+14.7'],
    [0.6453, 0.7927, 'share', '64.53', '79.27', '+14.74'],
    [2.6249, 2.6151, 'a case', '2.625', '2.615', '−0.010'],
    [2.5, 1, 'a case', '2.50', '1', '−1.50'],
    [3, 3, 'steps', '3', '3', '0'],
    [null, 3, 'steps', '–', '3', '–'],
  ] as const)('%s and %s as %s agree with their difference', (a, b, unit, ...words) => {
    const told = contrastWords(contrast(a, b), unit);
    expect([told.a, told.b, told.difference]).toEqual(words);
  });

  it('have an interval where there is one', () => {
    expect(intervalWords(contrast(0, 0.147, [0.0425, 0.247]), 'share')).toBe('4.25 to 24.7');
    expect(intervalWords(contrast(0, 1), 'share')).toBe('');
  });

  it('are open to chance where their interval has 0 inside, or there is none', () => {
    expect(isOpenToChance(contrast(0, 0.1, [0.01, 0.2]))).toBe(false);
    expect(isOpenToChance(contrast(0, -0.1, [-0.2, -0.01]))).toBe(false);
    expect(isOpenToChance(contrast(0, 0.1, [-0.01, 0.2]))).toBe(true);
    expect(isOpenToChance(contrast(0, 0.1))).toBe(true);
  });
});

describe('what was paired', () => {
  const report = (part: Partial<SetsReport>) =>
    ({
      by: 'task',
      tasks: { a: 2, b: 2 },
      cases: { a: 2, b: 3 },
      all: { a: 3, b: 5 },
      only: { a: { count: 1, names: ['x'] }, b: { count: 0, names: [] } },
      hasTrials: true,
      ...part,
    }) as SetsReport;

  it('is told with what was left out, and that several cases of a task count as one', () => {
    expect(pairedWords(report({}))).toBe(
      '2 tasks in both, paired by their task: 2 cases of A, 3 of B; left out: 1 only in A. A task of several cases counts once, by their mean. Fewer than 20 tasks: the intervals are rough.',
    );
    expect(leftOut(report({}))).toBe('only in A: x');
    expect(pairedWords(report({ by: null }))).toBe(
      'Nothing is paired: the sets have no task and no id of a case in common. 3 cases of A, 5 of B; differences may come from the tasks. A task of several cases counts once, by their mean. Fewer than 20 tasks: the intervals are rough.',
    );
  });

  it('is told without a word of rough intervals where one task has none', () => {
    const one = report({ tasks: { a: 1, b: 1 }, hasTrials: false });
    expect(pairedWords(one)).toMatch(/ One task alone: there are no intervals\.$/);
  });

  it('went over from failed to succeeded only where a task has a single case', () => {
    expect(endedOtherwise(report({ hasTrials: false })).better).toBe('from failed to succeeded');
    expect(endedOtherwise(report({ hasTrials: true })).better).toBe('succeeded more often in B');
  });
});
