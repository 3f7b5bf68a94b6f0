import { describe, expect, it } from 'vitest';
import { cleanTextLine } from '../../../src/engine/core/cleanTextLine.ts';

describe('the text of an answer', () => {
  it.each([
    ['two\nlines\u2028and\u2800a blank', 'two lines and a blank'],
    ['a\u3164b\uffa0c\u034fd\u{e0041}e\u{e0101}f\u0007g\ud800h\u202ei', 'abcdefghi'],
    [' a  b\u00a0c\u00add ', 'a b cd'],
    ['“Ärger” – für 3 €…', '“Ärger” – für 3 €…'],
    ['❤️ 👩‍👧 می‌خواهم ؀١', '❤️ 👩‍👧 می‌خواهم ؀١'],
  ])('keeps only visible characters, and those that shape them: %j', (text, clean) => {
    expect(cleanTextLine(text)).toBe(clean);
  });
});
