import { describe, expect, it } from 'vitest';
import {
  escapeInvisibleText,
  formatGlossaryLines,
  formatQuotedField,
  formatSignedInteger,
} from '../../../src/ui/lib/formatCounts.ts';

describe('words', () => {
  it('put a sign before a difference, but not before none', () => {
    expect([3, -13, 0, 1559].map(formatSignedInteger)).toEqual(['+3', '−13', '0', '+1,559']);
  });

  it('quote the typed text, where a field reports it', () => {
    expect([formatQuotedField('Seed', '-1'), formatQuotedField('Seed', '')]).toEqual(['Seed "-1"', 'Seed']);
  });

  it('make lines of a glossary', () => {
    expect(formatGlossaryLines({ scrip: 'play money' })).toEqual(['scrip: play money.']);
  });
});

describe('the reply of a model', () => {
  it('is shown with its invisible marks escaped, and its lines kept', () => {
    expect(escapeInvisibleText('a\u202eb\u0007\nc\td\u200b')).toBe('a\\u202eb\\u0007\nc\td\\u200b');
    expect(escapeInvisibleText('Grüße, 世界 😀')).toBe('Grüße, 世界 😀');
  });
});
