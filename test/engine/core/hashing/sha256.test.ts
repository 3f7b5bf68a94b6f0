import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import {
  hashTextAside as asideInNode,
  sha256 as inNode,
  sha256OfText as textInNode,
} from '../../../../src/engine/core/hashing/sha256.node.ts';
import { hashTextAside, sha256, sha256OfText } from '../../../../src/engine/core/hashing/sha256.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

it('SHA-256 is that of the standard', () => {
  // FIPS 180-4, "abc".
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(hex(sha256(Buffer.from('a'), Buffer.from('bc')))).toBe(abc);
  expect(sha256OfText('abc')).toBe(abc);
});

it('SHA-256 is the same in Node and in a browser, however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), parts => {
      expect(hex(inNode(...parts))).toBe(hex(sha256(...parts)));
      expect(hex(inNode(Buffer.concat(parts)))).toBe(hex(sha256(...parts)));
    }),
  );
});

it('SHA-256 of a text is the same in Node and in a browser, halves of characters among them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      for (const one of [text, `${text}\ud800`]) expect(textInNode(one)).toBe(sha256OfText(one));
    }),
  );
});

it('SHA-256 made off the thread is the same, of many texts at once too', async () => {
  const texts = [
    '',
    'abc',
    'ä€😀',
    '\ud800',
    'x'.repeat(100_000),
    ...Array.from({ length: 500 }, (_, i) => `text ${i}`),
  ];
  const expected = texts.map(sha256OfText);
  expect(await Promise.all(texts.map(hashTextAside))).toEqual(expected);
  expect(await Promise.all(texts.map(asideInNode))).toEqual(expected);
});

it('SHA-256 is the same where the browser has none of its own', async () => {
  vi.stubGlobal('crypto', {});
  vi.resetModules();
  const lent = await import('../../../../src/engine/core/hashing/sha256.ts');
  expect(await lent.hashTextAside('abc')).toBe(sha256OfText('abc'));
});
