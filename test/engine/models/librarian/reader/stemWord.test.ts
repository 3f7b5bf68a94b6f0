import { expect, it } from 'vitest';
import { stemWord } from '../../../../../src/engine/models/librarian/reader/stemWord.ts';

it.each([
  ['paint', 'paints', 'painted', 'painting', 'painter'],
  ['make', 'makes', 'made', 'making'],
  ['run', 'running', 'runner'],
  ['pony', 'ponies'],
  ['goose', 'geese'],
  ['box', 'boxes'],
  ['straight', 'straightly'],
  ['write', 'wrote', 'written', 'writing'],
  ['keep', 'kept', 'keeper', 'keeping'],
])('the forms of one word have one stem: %s', (first, ...others) => {
  for (const other of others) expect([other, stemWord(other)]).toEqual([other, stemWord(first)]);
});

it.each([
  ['green', 'grey'],
  ['glass', 'glacier'],
  ['king', 'kite'],
  ['bus', 'but'],
  ['red', 'reed'],
  ['1922', '1923'],
  ['écoles', 'école'],
])('the forms %s and %s have different stems', (one, other) => {
  expect(stemWord(one)).not.toBe(stemWord(other));
});
