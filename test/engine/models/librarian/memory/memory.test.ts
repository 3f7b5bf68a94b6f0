import { beforeEach, describe, expect, it } from 'vitest';
import type { MemoryPlace } from '../../../../../src/engine/models/librarian/librarianTerms.ts';
import { estimateEntryTokens, Memory } from '../../../../../src/engine/models/librarian/memory/memory.ts';

let memory: Memory;
beforeEach(() => {
  memory = new Memory();
});
const by = (tick: number) => ({ tick, row: tick });
const pairs = (place: MemoryPlace) => [...memory[place].values()].map(({ tag, value }) => `${tag}=${value}`);
const stored = (tag: string) => memory.storage.get(tag)!;

describe('an addition', () => {
  it('comes last, with its tokens, its tick and the row that wrote it', () => {
    memory.add('a', 'one', by(3));
    expect(memory.add('b', 'two words', by(4))).toEqual({ is: 'done', tag: 'b', tokens: 3 });
    expect([...memory.working.keys()]).toEqual(['a', 'b']);
    expect(memory.entries[1]).toMatchObject({ from: 4, written: 4, row: 4, cause: 'add', to: null });
    expect(memory.workingTokens).toBe(
      estimateEntryTokens('a', 'one') + estimateEntryTokens('b', 'two words'),
    );
  });

  it('under a tag of working memory moves the former value to storage, and comes last', () => {
    memory.add('a', 'old', by(1));
    memory.add('b', 'x', by(2));
    memory.add('a', 'new', by(3));
    expect([pairs('working'), pairs('storage')]).toEqual([['b=x', 'a=new'], ['a=old']]);
    expect(memory.moves).toEqual([{ tick: 3, from: 0, to: 2, cause: 'displaced', row: null }]);
    expect(memory.entries[2]).toMatchObject({ place: 'storage', from: 3, written: 1, row: 1 });
    expect(memory.lost).toEqual([]);
  });

  it('of an existing entry changes nothing', () => {
    memory.add('a', 'one', by(1));
    expect(memory.add('a', 'one', by(2)).is).toBe('same');
    expect(memory.entries).toHaveLength(1);
  });
});

describe('a removal', () => {
  it('takes the value, which is lost where no copy is kept', () => {
    memory.add('a', 'one', by(1));
    memory.add('b', 'two', by(2));
    memory.save('b', 'two', by(3));
    memory.remove('b', 4);
    expect(memory.lost).toEqual([]);
    memory.remove('a', 5);
    expect(memory.lost).toEqual([5]);
    expect([pairs('working'), pairs('storage'), memory.workingTokens]).toEqual([[], ['b=two'], 0]);
    expect(memory.entries[0]).toMatchObject({ to: 5, end: 'remove' });
  });

  it('of an unknown tag finds nothing', () => {
    memory.save('a', 'one', by(1));
    expect(memory.remove('a', 2)).toEqual({ is: 'not_found', tag: 'a', tokens: 0 });
    expect(pairs('storage')).toEqual(['a=one']);
  });
});

describe('a save', () => {
  it('adds under a new tag, and leaves working memory as it is', () => {
    memory.add('b', 'x', by(1));
    memory.save('a', 'one', by(2));
    expect([pairs('working'), pairs('storage')]).toEqual([['b=x'], ['a=one']]);
    expect(memory.moves).toEqual([]);
  });

  it('updates under a tag of storage: the former value is lost', () => {
    memory.save('a', 'old', by(1));
    memory.save('a', 'new', by(2));
    expect(pairs('storage')).toEqual(['a=new']);
    expect(memory.lost).toEqual([2]);
    expect(memory.storageTokens).toBe(estimateEntryTokens('a', 'new'));
  });

  it('updates without loss where another tag holds the same value', () => {
    memory.save('a', 'old', by(1));
    memory.add('b', 'old', by(2));
    memory.save('a', 'new', by(3));
    expect(memory.lost).toEqual([]);
  });

  it('of what working memory holds is a copy of it', () => {
    memory.add('a', 'one', by(1));
    memory.save('a', 'one', by(2));
    expect(memory.moves).toEqual([{ tick: 2, from: 0, to: 1, cause: 'save', row: null }]);
    expect(stored('a')).toMatchObject({ written: 1, row: 1, from: 2, cause: 'save' });
  });
});

describe('a load', () => {
  it('copies: storage keeps its entries', () => {
    memory.save('a', 'one', by(1));
    memory.load(stored('a'), 2);
    expect([pairs('working'), pairs('storage')]).toEqual([['a=one'], ['a=one']]);
    expect(memory.moves).toEqual([{ tick: 2, from: 0, to: 1, cause: 'load', row: null }]);
    expect(memory.load(stored('a'), 3).is).toBe('same');
  });

  it('moves the former value of its tag under a numbered sibling', () => {
    memory.save('a', 'stored', by(1));
    memory.add('a', 'fresh', by(2));
    memory.load(stored('a'), 3);
    expect([pairs('working'), pairs('storage')]).toEqual([['a=stored'], ['a=stored', 'a_2=fresh']]);
  });
});

describe('an entry that is moved to storage', () => {
  it('keeps its tag where that is free, or holds the same value', () => {
    memory.save('b', 'two', by(1));
    memory.add('a', 'one', by(2));
    memory.add('b', 'two', by(3));
    memory.file('a', 'paging', 4);
    memory.file('b', 'paging', 4);
    expect([pairs('working'), pairs('storage')]).toEqual([[], ['b=two', 'a=one']]);
    expect(memory.moves.map(({ from, to }) => [from, to])).toEqual([
      [1, 3],
      [2, 0],
    ]);
  });

  it('gets the next free number where its tag holds another value', () => {
    memory.save('a', 'first', by(1));
    for (const [i, value] of ['second', 'third', 'second'].entries()) {
      memory.add('a', value, by(2 + i));
      memory.file('a', 'paging', 2 + i);
    }
    expect(pairs('storage')).toEqual(['a=first', 'a_2=second', 'a_3=third']);
    expect([memory.lost, memory.workingTokens]).toEqual([[], 0]);
  });

  it('is the oldest first, until the limit holds', () => {
    for (const [i, tag] of ['a', 'b', 'c'].entries()) memory.add(tag, 'x'.repeat(40), by(i + 1));
    const each = memory.working.get('a')!.tokens;
    memory.shrinkTo(2 * each, 4);
    const moved = memory.moves.length;
    expect([...memory.working.keys()]).toEqual(['b', 'c']);
    memory.shrinkTo(2 * each, 4);
    expect(memory.moves).toHaveLength(moved);
  });

  it('is the one that came first, not the one that was loaded again', () => {
    memory.add('a', 'x'.repeat(40), by(1));
    memory.add('b', 'x'.repeat(40), by(2));
    memory.file('a', 'paging', 3);
    memory.load(stored('a'), 4);
    memory.shrinkTo(20, 5);
    expect([...memory.working.keys()]).toEqual(['a']);
  });
});

describe('the past', () => {
  it('is the contents of a place at the end of a tick, the oldest first', () => {
    memory.give('storage', 'g', 'given', 0);
    memory.add('a', 'old', by(1));
    memory.add('b', 'x', by(2));
    memory.add('a', 'new', by(3));
    memory.remove('b', 4);
    const tags = (place: MemoryPlace, tick: number) =>
      memory.at(place, tick).map(({ tag, value }) => `${tag}=${value}`);
    expect([0, 1, 2, 3, 4, 9].map(tick => tags('working', tick).join(' '))).toEqual([
      '',
      'a=old',
      'a=old b=x',
      'b=x a=new',
      'a=new',
      'a=new',
    ]);
    expect([-1, 0, 2, 3].map(tick => tags('storage', tick).join(' '))).toEqual([
      '',
      'g=given',
      'g=given',
      'g=given a=old',
    ]);
  });

  it('has nothing that came and went in one tick', () => {
    memory.add('a', 'x', by(1));
    memory.shrinkTo(0, 1);
    expect(memory.at('working', 1)).toEqual([]);
  });
});

describe('the changes since the last time', () => {
  it('are reported once, in order, with the end of entries that have gone', () => {
    memory.add('a', 'one', by(1));
    memory.remove('a', 1);
    expect(memory.settle().map(({ id, end }) => [id, end])).toEqual([
      [0, null],
      [0, 'remove'],
    ]);
    expect(memory.settle()).toEqual([]);
  });
});

describe('a restored memory', () => {
  it('is the same in every place, in its order', () => {
    for (const [i, tag] of ['a', 'b', 'a', 'c'].entries()) memory.add(tag, `value ${i}`, by(i + 1));
    memory.save('b', 'other', by(5));
    memory.remove('c', 6);
    const again = new Memory();
    again.add('rest', 'of before', by(0));
    again.restore(JSON.parse(JSON.stringify(memory.toSaved())));
    for (const place of ['working', 'storage'] as const)
      expect([...again[place]]).toEqual([...memory[place]]);
    expect(again.toSaved()).toEqual(memory.toSaved());
    expect([again.workingTokens, again.storageTokens]).toEqual([memory.workingTokens, memory.storageTokens]);
  });
});
