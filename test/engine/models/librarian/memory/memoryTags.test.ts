import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findFreeTag,
  MAX_TAG_LENGTH,
  normalizeStoredValue,
  normalizeTag,
  normalizeTagList,
} from '../../../../../src/engine/models/librarian/memory/memory.ts';

const anything = fc.string({ unit: 'binary', maxLength: 40 });

describe('a tag', () => {
  it.each([
    ['character alice personality', 'character_alice_personality'],
    ['  two   spaces ', 'two_spaces'],
    ['line\nbreak', 'line_break'],
    ['no\u200bthing\u202e hidden\0', 'nothing_hidden'],
    ['wide\u3000blank', 'wide_blank'],
    ['Ämter 投票', 'Ämter_投票'],
    ['alice, personality; age', 'alice_personality_age'],
    [', comma,', 'comma'],
    ['2024', '_2024'],
    ['__proto__', '__proto__'],
    ['  ', ''],
    [',', ''],
  ])('%j becomes %s', (given, tag) => {
    expect(normalizeTag(given)).toBe(tag);
  });

  it('stays as it is when it is normalised again', () => {
    fc.assert(
      fc.property(anything, text => {
        const tag = normalizeTag(text);
        expect(normalizeTag(tag)).toBe(tag);
        expect(normalizeTagList(tag)).toEqual(tag === '' ? [] : [tag]);
        expect(tag).not.toMatch(/[\s\p{Cc}\p{Cs}]/u);
      }),
    );
  });

  it('is never a key that objects sort', () => {
    fc.assert(
      fc.property(fc.nat(), number => {
        expect(Object.keys({ b: 1, [normalizeTag(String(number))]: 1 })[0]).toBe('b');
      }),
    );
  });
});

describe('a list of tags', () => {
  it('is split at commas, semicolons and line breaks, each tag once, in order', () => {
    expect(normalizeTagList('b one, a;b one\nc,, ')).toEqual(['b_one', 'a', 'c']);
  });
});

describe('a numbered sibling', () => {
  it('is the first that is free', () => {
    const taken = ['a', 'a_2', 'a_3'];
    expect(findFreeTag('a', tag => !taken.includes(tag))).toBe('a_4');
  });

  it('of the longest tag is no longer than a tag can be', () => {
    for (const long of ['x'.repeat(MAX_TAG_LENGTH), '🗝'.repeat(MAX_TAG_LENGTH / 2)]) {
      const tag = findFreeTag(long, name => name !== long);
      expect(tag.length).toBeLessThanOrEqual(MAX_TAG_LENGTH);
      expect(normalizeTag(tag)).toBe(tag);
      expect(tag).toMatch(/_2$/);
    }
  });
});

describe('a value', () => {
  it('keeps its lines and loses characters that cannot be stored', () => {
    expect(normalizeStoredValue('\r\n one\r\ntwo\rthree\tfour\0\u0007\ud800 \n')).toBe(
      'one\ntwo\nthree\tfour',
    );
  });

  it('stays as it is when it is stored again', () => {
    fc.assert(
      fc.property(
        anything,
        text => normalizeStoredValue(normalizeStoredValue(text)) === normalizeStoredValue(text),
      ),
    );
  });
});
