import { describe, expect, it } from 'vitest';
import { findStoredEntry } from '../../../../../src/engine/models/librarian/memory/findStoredEntry.ts';
import { Memory } from '../../../../../src/engine/models/librarian/memory/memory.ts';
import { SubjectWordCache } from '../../../../../src/engine/models/librarian/reader/subjectWords.ts';

const memory = new Memory();
for (const [tag, value] of [
  ['harbour', 'Every ship in the harbour has a letter on board.'],
  ['alice_letter', 'Alice finds a sealed letter. The wax is green.'],
  ['bob_clock', 'Bob sets the clock seven minutes fast, and Alice laughs.'],
  ['bob', 'A clockmaker.'],
])
  memory.give('storage', tag, value, 0);
const found = (tag: string) => {
  const stored = findStoredEntry(memory.storage, tag, new SubjectWordCache());
  return stored && [stored.entry.tag, stored.isExact];
};

describe('the result of a load', () => {
  it.each([
    ['the entry of that very tag', 'bob', ['bob', true]],
    ['that of which the tag has the words', 'letter_alice', ['alice_letter', false]],
    ['that with the rarer words', 'alice_seven_minutes', ['bob_clock', false]],
    ['a word in the tag before one in the value', 'letter', ['alice_letter', false]],
    ['the words of a whole question', 'What_colour_is_the_wax_on_the_letter?', ['alice_letter', false]],
    ['of several that fit as well the one that came first', 'bob_the', ['bob_clock', false]],
    ['nothing where no word is there', 'volcano', null],
    ['nothing where no word says anything', 'what_is_the', null],
  ])('is %s', (_, tag, entry) => {
    expect(found(tag)).toEqual(entry);
  });

  it('is empty in an empty storage', () => {
    expect(findStoredEntry(new Map(), 'a', new SubjectWordCache())).toBeNull();
  });
});
