import { describe, expect, it } from 'vitest';
import { grouped, visible } from '../../src/ui/words.ts';

describe('words', () => {
  it('group digits by thousands', () => {
    expect([0, 999, 1559, 1_234_567].map(grouped)).toEqual(['0', '999', '1,559', '1,234,567']);
  });
});

describe('what a model said', () => {
  it('is shown with its unseen marks written out, and its lines kept', () => {
    expect(visible('a\u202eb\u0007\nc\td\u200b')).toBe('a\\u202eb\\u0007\nc\td\\u200b');
    expect(visible('Grüße, 世界 😀')).toBe('Grüße, 世界 😀');
  });
});
