import { describe, expect, it } from 'vitest';
import { findDifferencePath } from '../../../src/cli/checkpoints/checkRestored.ts';

const place = (one: unknown, other: unknown) => findDifferencePath(one, other, 'run');
const parsed = (text: string): unknown => JSON.parse(text);

describe('the place at which two values first differ', () => {
  it('is the path of the value, the list or the fields', () => {
    expect(place({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toBe('run.a.1.b');
    expect(place({ a: [1, 2] }, { a: [1] })).toBe('run.a');
    expect(place({ a: [] }, { a: {} })).toBe('run.a');
    expect(place({ a: 1 }, { b: 1 })).toBe('run.a');
    expect(place({ a: null }, { a: [] })).toBe('run.a');
  });

  it('does not exist for equal values, whatever the order of their fields', () => {
    expect(place({ a: [1, 'x', null, true], b: {} }, { b: {}, a: [1, 'x', null, true] })).toBeNull();
  });

  it('is found for a field whose name every object inherits', () => {
    expect(place(parsed('{"__proto__": {}, "a": 1}'), parsed('{"b": {}, "a": 1}'))).toBe('run.__proto__');
    expect(place(parsed('{"toString": {}}'), parsed('{"a": {}}'))).toBe('run.toString');
  });
});
