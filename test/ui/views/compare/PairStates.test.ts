import { describe, expect, it } from 'vitest';
import { buildSideLabels } from '../../../../src/ui/views/compare/PairStates.tsx';

const bandsOf = (...labels: string[]) => labels.map((label, state) => ({ state, label }));
const told = (counts: readonly number[], labels: readonly string[], agents: number, most: number) => {
  const { lines, left } = buildSideLabels(bandsOf(...labels), state => counts[state], {
    ...{ agents, active: 'active', most },
  });
  return [...lines.map(({ value, words }) => `${value} ${words}`), ...(left > 0 ? [`and ${left} more`] : [])];
};

describe('the numbers next to the bands of one of two runs', () => {
  const SIR = ['susceptible', 'infected', 'recovered'];

  it('show every state that has room, the largest first', () => {
    expect(told([132, 277, 91], SIR, 500, 4)).toEqual(['277 infected', '132 susceptible', '91 recovered']);
    expect(told([132, 277, 91], SIR, 500, 3)).toHaveLength(3);
  });

  it('count those left out for lack of room', () => {
    expect(told([132, 277, 91], SIR, 500, 2)).toEqual(['277 infected', 'and 2 more']);
    expect(told([132, 277, 91], SIR, 500, 0)).toEqual(['277 infected', 'and 2 more']);
  });

  it('leave out states that nobody is in', () => {
    expect(told([34, 0, 6, 0], ['succeeded', 'TALK', 'failed', 'ACT'], 40, 3)).toEqual([
      '34 succeeded',
      '6 failed',
    ]);
    expect(told([0, 0], ['reading', 'writing'], 90, 3)).toEqual(['0 active']);
  });

  it('begin with the sum where it is not everybody', () => {
    expect(told([30, 20], ['reading', 'writing'], 90, 3)).toEqual(['50 active', '30 reading', '20 writing']);
  });

  it('combine states of one label', () => {
    expect(told([30, 20, 5], ['engaging', 'reading', 'engaging'], 55, 3)).toEqual([
      '35 engaging',
      '20 reading',
    ]);
  });
});
