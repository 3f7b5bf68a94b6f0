import { describe, expect, it } from 'vitest';
import { cascadesOf, parseTable } from './real.ts';

const HEAD = 'dataset,size,depth,max_breadth,structural_virality,minutes_to_half_size';
const table = (...lines: string[]) => parseTable([HEAD, ...lines].join('\n'));
const FOOTING = { other: null, least: 100, window: 1440 };

describe('the table of real cascades', () => {
  it('is read by the names of its columns', () => {
    expect(table('twitter15,120,3,80,2.1,44.5')).toEqual([
      { dataset: 'twitter15', shape: { size: 120, depth: 3, breadth: 80, virality: 2.1, half: 44.5 } },
    ]);
  });

  it('is refused with the line, the column and the value', () => {
    expect(() => table('twitter15,120,3,80,2.1,44', 'twitter15,120,three,80,2.1,44')).toThrow(
      'line 3: depth is "three", not a number of 0 or more',
    );
    expect(() => table('twitter15,120,3')).toThrow('line 2: max_breadth is ""');
    expect(() => parseTable('dataset,size\na,1')).toThrow('has no column depth');
  });

  it('gives a data set without trees that the other one has, small trees and late trees', () => {
    const rows = table(
      'twitter15,120,3,80,2.1,44',
      'twitter16,120,3,80,2.1,44',
      'twitter16,120,4,80,2.1,44',
      'twitter16,99,4,80,2.1,44',
      'twitter16,300,4,80,2.1,1441',
    );
    expect(cascadesOf(rows, 'twitter16', { ...FOOTING, other: 'twitter15' })).toEqual({
      kept: [{ size: 120, depth: 4, breadth: 80, virality: 2.1, half: 44 }],
      ...{ rows: 4, twice: 1, small: 1, late: 1 },
    });
    expect(cascadesOf(rows, 'twitter15', FOOTING).kept).toHaveLength(1);
  });
});
