import { describe, expect, it } from 'vitest';
import { findNearestWord } from '../../../src/engine/core/findNearestWord.ts';

const STATES = ['observing', 'ideating', 'implementing', 'testing', 'shipping', 'go'];

describe('the word that was probably meant', () => {
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
    expect(findNearestWord(word, STATES)).toBe(meant);
  });

  it.each(['rusting?!', 'x', 'abc', 'sleeping', '', 'a'.repeat(101)])('by %s is nothing', word => {
    expect(findNearestWord(word, STATES)).toBeNull();
  });

  it('is the first of those that are equally near', () => {
    expect(findNearestWord('bat', ['cat', 'hat'])).toBe('cat');
  });

  it('differs from a word of several letters in only a few letters for its length', () => {
    expect([
      findNearestWord('abc', ['axx']),
      findNearestWord('abcd', ['axxd']),
      findNearestWord('abcdefghi', ['abcdefxyz']),
    ]).toEqual([null, 'axxd', 'abcdefxyz']);
  });

  it('is null where there are no words to choose from', () => {
    expect(findNearestWord('a', [])).toBeNull();
  });
});
