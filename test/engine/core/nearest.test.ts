import { describe, expect, it } from 'vitest';
import { nearest } from '../../../src/engine/core/nearest.ts';

const STATES = ['observing', 'ideating', 'implementing', 'testing', 'shipping', 'go'];

describe('what was probably meant', () => {
  it.each([
    ['shiping', 'shipping'],
    ['shippping', 'shipping'],
    ['obesrving', 'observing'],
    ['Testing', 'testing'],
    ['TESTING', 'testing'],
    ['inplementig', 'implementing'],
    ['og', 'go'],
    ['goo', 'go'],
    ['tasting', 'testing'],
  ])('by %s is %s', (word, meant) => {
    expect(nearest(word, STATES)).toBe(meant);
  });

  it.each(['rusting?!', 'x', 'abc', 'sleeping', '', 'a'.repeat(101)])('by %s is nothing', word => {
    expect(nearest(word, STATES)).toBeNull();
  });

  it('is the first of those that are equally near', () => {
    expect(nearest('bat', ['cat', 'hat'])).toBe('cat');
  });

  it('may be told of a word of more than one letter only as far as it is long', () => {
    expect([nearest('abc', ['axx']), nearest('abcd', ['axxd']), nearest('abcdefghi', ['abcdefxyz'])]).toEqual(
      [null, 'axxd', 'abcdefxyz'],
    );
  });

  it('is null where there are no words', () => {
    expect(nearest('a', [])).toBeNull();
  });
});
