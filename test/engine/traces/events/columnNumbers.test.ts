import { describe, expect, it } from 'vitest';
import type { TraceReading } from '../../../../src/engine/traces/traceReading.ts';
import { readFiles } from '../fixture.ts';

const read = (column: string, cells: readonly string[], reading: TraceReading = {}) => {
  const rows = cells.map(cell => `1;a;${cell}`).join('\n');
  const { cases, notes } = readFiles({ 'log.csv': `case;tool;${column}\n${rows}\n` }, reading);
  const name = column === 'cost' ? 'usd' : 'tokensIn';
  return { numbers: cases[0]!.steps.map(step => step[name]), notes };
};

describe('the numbers of a column', () => {
  it.each([
    ['have a comma before decimals where one cell proves it', ['1,5', '1,500', '2'], [1.5, 1.5, 2]],
    ['have points between thousands where a comma follows them', ['1.234,5', '1.500'], [1234.5, 1500]],
    ['have commas between thousands where a point follows them', ['1,234.5', '1,500'], [1234.5, 1500]],
    ['have a point before decimals where no cell has a comma', ['1.500', '0.25'], [1.5, 0.25]],
  ])('%s', (_, cells, numbers) => {
    expect(read('cost', cells)).toEqual({ numbers, notes: [] });
  });

  it('are not guessed where a comma may be either, which is reported; a reading decides', () => {
    const { numbers, notes } = read('cost', ['1,500', '7']);
    expect(numbers).toEqual([null, 7]);
    expect(notes).toEqual([
      'numbers such as "1,500" in the column “cost” are not read, since their comma may stand before decimals or between thousands; {"decimals": "comma"} or {"decimals": "point"} in a reading says which',
    ]);
    expect(read('cost', ['1,500'], { decimals: 'comma' }).numbers).toEqual([1.5]);
    expect(read('cost', ['1,500'], { decimals: 'point' }).numbers).toEqual([1500]);
  });

  it('of tokens are whole, so a comma or a point in them separates thousands', () => {
    expect(read('tokens_in', ['1.500', '12'])).toEqual({ numbers: [1500, 12], notes: [] });
    expect(read('tokens_in', ['1,500', '1.500']).numbers).toEqual([null, 1.5]);
    expect(read('tokens_in', ['1,500', '12'])).toEqual({ numbers: [1500, 12], notes: [] });
  });
});
