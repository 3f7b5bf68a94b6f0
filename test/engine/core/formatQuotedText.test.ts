import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError, OracleHalt } from '../../../src/engine/core/errors.ts';
import {
  escapeInvisibleText,
  formatPrintableMessage,
  formatQuotedText,
} from '../../../src/engine/core/formatQuotedText.ts';

/** What turns, hides or colours the text beside it. */
const MARKS = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\u2028\u2029\ufeff]/u;

describe('foreign text in a message', () => {
  it('has control characters, escape sequences and bidirectional marks escaped', () => {
    expect(formatQuotedText('a\u001b[31mb\u0007\u009bc')).toBe('a\\u001b[31mb\\u0007\\u009bc');
    expect(formatQuotedText('pay \u202egnp.exe\u2069')).toBe('pay \\u202egnp.exe\\u2069');
    expect(formatQuotedText('two\nlines\tand\rmore\u2028')).toBe('two\\nlines\\tand\\u000dmore\\u2028');
    expect(escapeInvisibleText('\u{e0041}\ud800')).toBe('\\u{e0041}\\ud800');
    expect(escapeInvisibleText('a\u3164\u2800\u034f\u{e0101}b')).toBe('a\\u3164\\u2800\\u034f\\u{e0101}b');
    expect(formatQuotedText('❤️ ؀١')).toBe('❤️ ؀١');
    expect(formatQuotedText('👩‍👧 Müller, می‌خواهم')).toBe('👩‍👧 Müller, می‌خواهم');
  });

  it('has 200 characters at most, never half of one', () => {
    expect(formatQuotedText('x'.repeat(200))).toBe('x'.repeat(200));
    expect(formatQuotedText('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
    expect(formatQuotedText('😀'.repeat(150), 10)).toBe('😀😀😀😀…');
    expect(formatQuotedText('\u0000'.repeat(200))).toHaveLength(200);
  });

  it('is one visible line of bounded length, whatever its characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.integer({ min: 1, max: 40 }),
        (text, longest) => {
          const line = formatQuotedText(text, longest);
          expect(line.length).toBeLessThanOrEqual(longest);
          expect(line).not.toMatch(MARKS);
          expect(line).not.toMatch(/[\n\t]/);
        },
      ),
    );
  });
});

describe('a message', () => {
  it('keeps its lines, its beginning and its end, whatever stands between them', () => {
    const text = formatPrintableMessage(`engine ${'9'.repeat(20_000_000)} is unknown\n\u001b[2Jline 2`);
    expect(text).toMatch(/^engine 9{700,} … 9{100,} is unknown\n\\u001b\[2Jline 2$/);
    expect(text.length).toBeLessThan(1100);
    expect(formatPrintableMessage('line\n'.repeat(1e6)).split('\n')).toHaveLength(101);
  });

  it.each([InputError, OracleHalt])('of an error can be shown unchanged', Kind => {
    expect(new Kind(`no ${'\u202e'.repeat(1e6)}.`).message).toMatch(/^no (\\u202e|…|[\\u202e ])+\.$/);
    expect(new Kind('x'.repeat(1e6)).message.length).toBeLessThanOrEqual(1000);
    expect(new Kind('short', { cause: 1 }).cause).toBe(1);
  });
});
