import { describe, expect, it } from 'vitest';
import { toCsv } from '../../../src/ui/controls/toCsv.ts';

describe('CSV', () => {
  it('quotes commas, quotes and line breaks', () => {
    expect(toCsv(['a', 'b'], [['x,y', 'say "no"\nor yes']])).toBe('a,b\n"x,y","say ""no""\nor yes"\n');
  });

  it('disarms text that a spreadsheet would take for a formula, and leaves numbers alone', () => {
    expect(
      toCsv(
        ['label', 'tick'],
        [
          ['=1+1', -3],
          ['@cmd', 4],
        ],
      ),
    ).toBe("label,tick\n'=1+1,-3\n'@cmd,4\n");
  });
});
