import { describe, expect, it } from 'vitest';
import { formatContrast } from '../../../../../src/engine/models/recorded/sets/formatContrast.ts';
import type { SetsReport } from '../../../../../src/engine/models/recorded/sets/setsReport.ts';
import {
  describeCasePairing,
  formatContrastFigures,
  formatContrastInterval,
  getOutcomeChangeLabels,
  includesZeroDifference,
  listLeftOutTasks,
} from '../../../../../src/ui/models/recorded/sets/formatContrastFigures.ts';

const contrast = (a: number | null, b: number | null, interval: readonly [number, number] | null = null) => ({
  a,
  b,
  difference: a === null || b === null ? null : b - a,
  intervals: { a: null, b: null, difference: interval },
});

describe('figures of two sets', () => {
  it.each([
    [0.645, 0.792, 'share', '64.50', '79.20', '+14.70'],
    [0.6453, 0.7927, 'share', '64.53', '79.27', '+14.74'],
    [0.3, 0.575, 'a case', '0.300', '0.575', '+0.275'],
    [2.6249, 2.6151, 'a case', '2.625', '2.615', '−0.010'],
    [2.5, 1, 'a case', '2.50', '1.00', '−1.50'],
    [61_401.4, 69_136.6, 'a case', '61,401.4', '69,136.6', '+7,735.2'],
    [36_214, 81_162.4, 'ms', '36.21', '81.16', '+44.95'],
    [3, 3, 'steps', '3', '3', '0'],
    [null, 3, 'steps', '–', '3', '–'],
  ] as const)('%s and %s as %s agree with their difference', (a, b, unit, ...words) => {
    const told = formatContrastFigures(contrast(a, b), unit);
    expect([told.a, told.b, told.difference]).toEqual(words);
  });

  it.each([
    [0.6445, 0.7917, [0.0425, 0.247], 'share', '4.25 to 24.70'],
    [61_401.4, 69_136.6, [-341.2, 15_881.44], 'a case', '−341.2 to 15,881.4'],
    [0.6445, 0.7917, [-0.00001, 0.247], 'share', '−0.001 to 24.700'],
    [2, 3, [0.525, 1], 'steps', '0.525 to 1.000'],
    [2, 3, [0, 1], 'steps', '0 to 1'],
    [1_200_000, 1_500_000, [0.0425, 12_345.5], 'steps', '0 to 12,346'],
  ] as const)('%s and %s have an interval in the digits of their row: %s', (a, b, ends, unit, words) => {
    expect(formatContrastInterval(contrast(a, b, ends), unit)).toBe(words);
  });

  it('have no interval where there is none', () => {
    expect(formatContrastInterval(contrast(0, 1), 'share')).toBe('');
  });

  it('are those of the command line', () => {
    const both = contrast(0.3, 0.575, [0.0125, 0.5375]);
    expect(formatContrast(both, 1)).toEqual({
      ...{ a: '0.300', b: '0.575', difference: '0.275' },
      interval: ['0.013', '0.538'],
    });
    expect(formatContrastFigures(both, 'a case')).toEqual({ a: '0.300', b: '0.575', difference: '+0.275' });
    expect(formatContrastInterval(both, 'a case')).toBe('0.013 to 0.538');
  });

  it('are open to chance where their interval has 0 inside, or there is none', () => {
    expect(includesZeroDifference(contrast(0, 0.1, [0.01, 0.2]))).toBe(false);
    expect(includesZeroDifference(contrast(0, -0.1, [-0.2, -0.01]))).toBe(false);
    expect(includesZeroDifference(contrast(0, 0.1, [-0.01, 0.2]))).toBe(true);
    expect(includesZeroDifference(contrast(0, 0.1))).toBe(true);
  });
});

describe('the pairing of tasks', () => {
  const report = (part: Partial<SetsReport>) =>
    ({
      by: 'task',
      tasks: { a: 2, b: 2 },
      cases: { a: 2, b: 3 },
      all: { a: 3, b: 5 },
      only: { a: { count: 1, names: ['x'] }, b: { count: 0, names: [] } },
      hasTrials: true,
      measures: [],
      ...part,
    }) as SetsReport;

  it('is described with its omissions, and with the note that several cases of a task count as one', () => {
    expect(describeCasePairing(report({}))).toBe(
      '2 tasks in both, paired by their task: 2 cases of A, 3 of B; left out: 1 only in A. A task of several cases counts once, by their mean. Fewer than 20 tasks: the intervals are rough.',
    );
    expect(listLeftOutTasks(report({}))).toBe('only in A: x');
    expect(describeCasePairing(report({ by: null }))).toBe(
      'Nothing is paired: the sets have no task and no id of a case in common. 3 cases of A, 5 of B; differences may come from the tasks. A task of several cases counts once, by their mean. Fewer than 20 tasks: the intervals are rough.',
    );
  });

  it('is described with the reason why a measure has no interval', () => {
    const { a, b, difference, intervals } = contrast(3, 4);
    const measures = [{ a, b, difference, intervals }] as unknown as SetsReport['measures'];
    expect(describeCasePairing(report({ measures }))).toMatch(
      / No interval: hardly a task of one set differs/,
    );
    const sure = [{ ...contrast(3, 4, [0.5, 1.5]) }] as unknown as SetsReport['measures'];
    expect(describeCasePairing(report({ measures: sure }))).not.toContain('No interval');
  });

  it('is described without a word of rough intervals where one task has none', () => {
    const one = report({ tasks: { a: 1, b: 1 }, hasTrials: false });
    expect(describeCasePairing(one)).toMatch(/ One task alone: there are no intervals\.$/);
  });

  it('has changes from failed to succeeded only where a task has a single case', () => {
    expect(getOutcomeChangeLabels(report({ hasTrials: false })).better).toBe('from failed to succeeded');
    expect(getOutcomeChangeLabels(report({ hasTrials: true })).better).toBe('succeeded more often in B');
  });
});
