import { expect, it } from 'vitest';
import { sha256OfText } from '../../../src/engine/core/hashing/sha256.node.ts';
import { getTextDigest, internKnownText, internText } from '../../../src/engine/traces/traceSteps.ts';

it('a text has its own digest, however many others take its place', () => {
  const texts = Array.from({ length: 200_000 }, (_, i) => `id=${i}`);
  for (const text of texts) getTextDigest(internKnownText(text));
  const wrong = texts.filter(text => getTextDigest(internKnownText(text)) !== sha256OfText(text).slice(0, 8));
  expect(wrong).toEqual([]);
});

it('a long text has its digest as well, and is not kept', () => {
  const long = 'x'.repeat(10_000);
  expect(getTextDigest(internKnownText(long))).toBe(sha256OfText(long).slice(0, 8));
  expect(internKnownText(long)).not.toBe(internKnownText(long));
});

it('equal texts are recognised as one', () => {
  const [one, other] = [['find_', 'user'].join(''), ['find', '_user'].join('')];
  expect(internKnownText(one)).toBe(internKnownText(other));
  expect(internText(null)).toBeNull();
});
