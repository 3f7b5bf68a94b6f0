import { expect, it } from 'vitest';
import { compareReplayEnd } from '../../../src/engine/run/compareReplayEnd.ts';

const document = { rounds: 6, hash: 'a'.repeat(64), hashRule: 'today' } as const;
const run = { rounds: 6, hash: document.hash };

it('a replay is the recorded run by its hash after the same round', () => {
  expect(compareReplayEnd(run, document)).toEqual({ same: true, otherwise: null });
  expect(compareReplayEnd({ ...run, hash: 'b'.repeat(64) }, document)).toEqual({
    same: false,
    otherwise: 'it ends with hash bbbbbbbb, its document with aaaaaaaa',
  });
});

it('a replay that ends before its document is another run, whatever the rule of its hash', () => {
  const otherwise = 'it ends after round 4, its document after round 6';
  for (const hashRule of ['today', 'zeros', 'lost'] as const)
    expect(compareReplayEnd({ ...run, rounds: 4 }, { ...document, hashRule })).toEqual({
      same: false,
      otherwise,
    });
});

it('a replay of a document of version 2 is compared by the rule of that version', () => {
  const zeros = { ...document, hashRule: 'zeros' } as const;
  const other = { rounds: 6, hash: 'b'.repeat(64) };
  expect(compareReplayEnd({ ...other, hashFromZeros: document.hash }, zeros).same).toBe(true);
  expect(compareReplayEnd({ ...run, hashFromZeros: other.hash }, zeros)).toEqual({
    same: false,
    otherwise: 'it ends with hash bbbbbbbb, its document with aaaaaaaa',
  });
  expect(compareReplayEnd(run, zeros).same).toBeNull();
});

it('a replay of fewer rounds, or by a lost rule, cannot be compared', () => {
  expect(compareReplayEnd({ ...run, rounds: 4 }, document, 4)).toEqual({ same: null, otherwise: null });
  expect(compareReplayEnd(run, { ...document, hashRule: 'lost' })).toEqual({ same: null, otherwise: null });
});
