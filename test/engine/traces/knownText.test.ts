import { expect, it } from 'vitest';
import { sha256OfText } from '../../../src/engine/core/hashing/sha256.node.ts';
import { digestOf, knownText, sharedText } from '../../../src/engine/traces/knownText.ts';

it('a text has its own digest, however many others take its place', () => {
  const texts = Array.from({ length: 200_000 }, (_, i) => `id=${i}`);
  for (const text of texts) digestOf(knownText(text));
  const wrong = texts.filter(text => digestOf(knownText(text)) !== sha256OfText(text).slice(0, 8));
  expect(wrong).toEqual([]);
});

it('a long text has its digest as well, and is not kept', () => {
  const long = 'x'.repeat(10_000);
  expect(digestOf(knownText(long))).toBe(sha256OfText(long).slice(0, 8));
  expect(knownText(long)).not.toBe(knownText(long));
});

it('equal texts are known as one', () => {
  const [one, other] = [['find_', 'user'].join(''), ['find', '_user'].join('')];
  expect(knownText(one)).toBe(knownText(other));
  expect(sharedText(null)).toBeNull();
});
