import { describe, expect, it } from 'vitest';
import { mixColors, pickReadableInk } from '../../../src/ui/charts/pickReadableInk.ts';

describe('a word on a coloured bar', () => {
  it.each([
    ['#fcc739', '#101216'],
    ['#6a53af', '#f1f2f4'],
    ['#101216', '#f1f2f4'],
    ['#a2dfcd', '#101216'],
  ])('has the ink that is read best on %s', (fill, ink) => {
    expect(pickReadableInk(fill, ['#101216', '#f1f2f4'])).toBe(ink);
  });

  it('has the ink that is read best on what is seen of a translucent bar', () => {
    const seen = mixColors('#fcc739', '#101216', 0.5);
    expect(seen).toBe('#866d28');
    // The whole colour would have a dark word.
    expect(pickReadableInk(seen, ['#101216', '#f1f2f4'])).toBe('#f1f2f4');
    expect(mixColors('red', '#101216', 0.5)).toBe('red');
  });
});
