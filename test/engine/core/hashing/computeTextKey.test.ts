import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeTextKey } from '../../../../src/engine/core/hashing/computeTextKey.ts';

it('a key is the same for equal texts, and another one for different texts', () => {
  const keys = new Map<string, string>();
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), text => {
      const key = computeTextKey(text);
      expect(computeTextKey(`${text}`)).toBe(key);
      expect(keys.get(key) ?? text).toBe(text);
      keys.set(key, text);
    }),
    { numRuns: 5_000 },
  );
});

it('a key differs for long texts that differ in one character anywhere', () => {
  const text = 'a line of output\n'.repeat(40);
  const keys = new Set(
    Array.from({ length: text.length }, (_, at) =>
      computeTextKey(`${text.slice(0, at)}#${text.slice(at + 1)}`),
    ),
  );
  expect(keys.size).toBe(text.length);
});

it('a key takes at most about forty characters, however long the text is', () => {
  expect(computeTextKey('x'.repeat(1_000_000)).length).toBeLessThan(41);
});
