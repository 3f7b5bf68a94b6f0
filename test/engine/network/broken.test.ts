import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/engine/core/errors.ts';
import { readNetwork } from '../../../src/engine/network/reading/readNetwork.ts';
import { cases, LONG_TIMEOUT } from '../../runs.ts';

const FOLDER = new URL('../../fixtures/networks/', import.meta.url);
const FILES = ['cases', 'networkx'].flatMap(folder =>
  readdirSync(new URL(`${folder}/`, FOLDER)).map(name => ({
    name,
    bytes: new Uint8Array(readFileSync(new URL(`${folder}/${name}`, FOLDER))),
  })),
);

/** Bytes that are cut off, changed in places, or have a part of them again. */
const brokenOf = ({ bytes }: (typeof FILES)[number]): fc.Arbitrary<Uint8Array> => {
  const place = fc.nat(bytes.length);
  // Signs that mean something in one format or another.
  const letter = fc.constantFrom(
    ...[...'"\'[]{}<>&;,\t\n #%*-:=/0a'].map(sign => sign.charCodeAt(0)),
    0,
    255,
  );
  return fc.oneof(
    place.map(at => bytes.slice(0, at)),
    fc.array(fc.tuple(place, letter), { minLength: 1, maxLength: 4 }).map(changes => {
      const changed = bytes.slice();
      for (const [at, byte] of changes) if (at < changed.length) changed[at] = byte;
      return changed;
    }),
    fc.tuple(place, place, place).map(([from, to, at]) => {
      const part = bytes.slice(Math.min(from, to), Math.max(from, to));
      return Uint8Array.from([...bytes.slice(0, at), ...part, ...bytes.slice(at)]);
    }),
  );
};

describe('a network file that is broken', { timeout: LONG_TIMEOUT }, () => {
  it.each(FILES)('gives a reading or one clear line: $name', file => {
    fc.assert(
      fc.property(brokenOf(file), bytes => {
        try {
          const { network, reading } = readNetwork(file.name, bytes);
          expect(network.nodes).toBeGreaterThan(0);
          expect(reading.notice).not.toContain('\n');
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          expect(error.message).toContain(file.name);
          expect(error.message.length).toBeLessThan(500);
          expect(error.message).not.toContain('\n');
        }
      }),
      cases(40, 2000),
    );
  });
});
