import { describe, expect, it } from 'vitest';
import { walkJsonDifferences } from '../../../../src/engine/core/json/walkJsonDifferences.ts';

describe('the differences of two JSON values', () => {
  it('are none if only the order of keys differs', () => {
    expect([...walkJsonDifferences({ a: [1, null], b: {} }, { b: {}, a: [1, null] })]).toEqual([]);
  });

  it('come in the order of the first one, and those that only the other has at the end', () => {
    expect([...walkJsonDifferences({ b: 1, a: [1, { c: 2 }] }, { z: 5, a: [1, { c: 3 }, 4], b: 2 })]).toEqual(
      [
        { path: ['b'], one: 1, other: 2 },
        { path: ['a', 1, 'c'], one: 2, other: 3 },
        { path: ['a', 2], one: undefined, other: 4 },
        { path: ['z'], one: undefined, other: 5 },
      ],
    );
  });

  it('are one for a list and an object', () => {
    expect([...walkJsonDifferences({ a: [] }, { a: {} })]).toEqual([{ path: ['a'], one: [], other: {} }]);
  });

  it('are one for what is to be compared as a whole', () => {
    expect([...walkJsonDifferences({ a: [1, 2] }, { a: [3, 4] }, Array.isArray)]).toEqual([
      { path: ['a'], one: [1, 2], other: [3, 4] },
    ]);
  });

  it('are found at a key that every object inherits', () => {
    expect([...walkJsonDifferences({ toString: null }, {})]).toEqual([
      { path: ['toString'], one: null, other: undefined },
    ]);
  });
});
