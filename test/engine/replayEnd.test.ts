import { expect, it } from 'vitest';
import { replayEnd } from '../../src/engine/replayEnd.ts';

const document = { rounds: 6, hash: 'a'.repeat(64), isHashOfToday: true };
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
  for (const isHashOfToday of [true, false])
    expect(replayEnd({ ...run, rounds: 4 }, { ...document, isHashOfToday })).toEqual({
      same: false,
      otherwise,
    });
});

it('fewer rounds that were asked for, or an older rule, cannot be compared', () => {
  expect(replayEnd({ ...run, rounds: 4 }, document, 4)).toEqual({ same: null, otherwise: null });
  expect(replayEnd(run, { ...document, isHashOfToday: false })).toEqual({ same: null, otherwise: null });
});
