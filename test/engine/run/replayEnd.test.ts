import { expect, it } from 'vitest';
import { replayEnd } from '../../../src/engine/run/replayEnd.ts';

const document = { rounds: 6, hash: 'a'.repeat(64), hashRule: 'today' } as const;
const run = { rounds: 6, hash: document.hash };

it('a replay is the recorded run by its hash after the same round', () => {
  expect(replayEnd(run, document)).toEqual({ same: true, otherwise: null });
  expect(replayEnd({ ...run, hash: 'b'.repeat(64) }, document)).toEqual({
    same: false,
    otherwise: 'it ends with hash bbbbbbbb, its document with aaaaaaaa',
  });
});

it('a replay that is over before its document is another run, whatever the rule of its hash', () => {
  const otherwise = 'it ends after round 4, its document after round 6';
  for (const hashRule of ['today', 'zeros', 'lost'] as const)
    expect(replayEnd({ ...run, rounds: 4 }, { ...document, hashRule })).toEqual({
      same: false,
      otherwise,
    });
});

it('one of a document of version 2 is compared by the rule of that', () => {
  const zeros = { ...document, hashRule: 'zeros' } as const;
  const other = { rounds: 6, hash: 'b'.repeat(64) };
  expect(replayEnd({ ...other, hashFromZeros: document.hash }, zeros).same).toBe(true);
  expect(replayEnd({ ...run, hashFromZeros: other.hash }, zeros)).toEqual({
    same: false,
    otherwise: 'it ends with hash bbbbbbbb, its document with aaaaaaaa',
  });
  expect(replayEnd(run, zeros).same).toBeNull();
});

it('fewer rounds that were asked for, or a rule that is lost, cannot be compared', () => {
  expect(replayEnd({ ...run, rounds: 4 }, document, 4)).toEqual({ same: null, otherwise: null });
  expect(replayEnd(run, { ...document, hashRule: 'lost' })).toEqual({ same: null, otherwise: null });
});
