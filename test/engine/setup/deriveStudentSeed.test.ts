import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isValidSeed } from '../../../src/engine/core/isValidSeed.ts';
import { deriveStudentSeed } from '../../../src/engine/setup/deriveStudentSeed.ts';

it('gives a student one seed however the name is spaced, cased and encoded, and others another one', () => {
  const seed = deriveStudentSeed('José García');
  expect(seed).toBe(108_873_530);
  expect(deriveStudentSeed('  JOSÉ \t GARCÍA ')).toBe(seed);
  expect(deriveStudentSeed('Jose\u0301 Garci\u0301a')).toBe(seed);
  expect(deriveStudentSeed('Jose Garcia')).not.toBe(seed);
  expect(deriveStudentSeed('１２３')).toBe(deriveStudentSeed('123'));
  expect(deriveStudentSeed(' \t')).toBeNull();
});

it('gives a valid seed for any name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), name => {
      const seed = deriveStudentSeed(name);
      return seed === null ? name.normalize('NFKC').trim() === '' : isValidSeed(seed);
    }),
  );
});
