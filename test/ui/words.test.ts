import { describe, expect, it } from 'vitest';
import { grouped, toCsv, visible } from '../../src/ui/words.ts';

describe('words', () => {
  it('group digits by thousands', () => {
    expect([0, 999, 1559, 1_234_567].map(grouped)).toEqual(['0', '999', '1,559', '1,234,567']);
  });
});

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

describe('what a model said', () => {
  it('is shown with its unseen marks written out, and its lines kept', () => {
    expect(visible('a\u202eb\u0007\nc\td\u200b')).toBe('a\\u202eb\\u0007\nc\td\\u200b');
    expect(visible('Grüße, 世界 😀')).toBe('Grüße, 世界 😀');
  });
});
