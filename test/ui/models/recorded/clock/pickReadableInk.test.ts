import { describe, expect, it } from 'vitest';
import { pickReadableInk } from '../../../../../src/ui/models/recorded/clock/pickReadableInk.ts';

describe('a word on a coloured bar', () => {
  it.each([
    ['#fcc739', '#101216'],
    ['#6a53af', '#f1f2f4'],
    ['#101216', '#f1f2f4'],
    ['#a2dfcd', '#101216'],
  ])('has the ink that is read best on %s', (fill, ink) => {
    expect(pickReadableInk(fill, ['#101216', '#f1f2f4'])).toBe(ink);
  });
});
