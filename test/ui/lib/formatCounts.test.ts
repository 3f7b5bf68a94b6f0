import { describe, expect, it } from 'vitest';
import {
  escapeInvisibleText,
  formatGlossaryLines,
  formatGroupedInteger,
  formatQuotedField,
} from '../../../src/ui/lib/formatCounts.ts';

describe('words', () => {
  it('group digits by thousands', () => {
    expect([0, 999, 1559, 1_234_567].map(formatGroupedInteger)).toEqual(['0', '999', '1,559', '1,234,567']);
  });

  it('put a minus sign before negative numbers, and round to whole numbers', () => {
    expect([-5, -1559, -0.4, 12.5].map(formatGroupedInteger)).toEqual(['−5', '−1,559', '0', '13']);
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
