import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildCorpusFromFiles } from '../../../../../src/engine/models/governed/inputs/corpus.ts';
import {
  extractTerms,
  findSnippet,
  getSearchIndex,
  normalizeQuery,
  SearchIndex,
} from '../../../../../src/engine/models/governed/inputs/searchIndex.ts';
import { handbook } from '../characters/simulated.ts';
import { bytesOf } from '../failure.ts';

const corpusOf = (documents: Readonly<Record<string, string>>) =>
  buildCorpusFromFiles(Object.entries(documents).map(([name, text]) => ({ name, bytes: bytesOf(text) })));
const indexOf = (documents: Readonly<Record<string, string>>) => new SearchIndex(corpusOf(documents));
const names = (index: SearchIndex, query: string, limit = 10) =>
  index.search(query, limit).hits.map(hit => hit.document);

describe('a query', () => {
  it.each([
    ['  Full-text   INDEX! ', 'full text index'],
    ['context.fts_search', 'context fts search'],
    ['version 0.9, please', 'version 0.9 please'],
    ['127.0.0.1.', '127.0.0.1'],
    ['Cafe\u0301', 'café'],
    ['…?!', ''],
    ['C++ & 5$', 'c 5'],
    ['party 🎉!', 'party 🎉'],
  ])('%j is normalised to %j', (query, normalised) => {
    expect(normalizeQuery(query)).toBe(normalised);
  });

  it('stays the same when it is normalised again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const once = normalizeQuery(text);
        expect(normalizeQuery(once)).toBe(once);
        expect(once).toBe(once.trim());
      }),
    );
  });

  it('is split into words in the singular', () => {
    expect(extractTerms('Retries, queues and less of its Redis')).toEqual(
      'retry queue and less of its redi'.split(' '),
    );
  });

  it('finds single characters of scripts without spaces', () => {
    expect(names(indexOf({ 'a.md': '工作队列在这里', 'b.md': 'queue' }), '队列')).toEqual(['a.md']);
  });
});

describe('a search', () => {
  afterEach(() => vi.restoreAllMocks());

  it('finds nothing for a query without words', () => {
    expect(indexOf({ 'a.md': 'a' }).search(' ?! ', 5)).toEqual({ hits: [], total: 0 });
  });

  it('counts all documents that fit and shows as many as it may', () => {
    const found = indexOf({ 'a.md': 'queue', 'b.md': 'queue', 'c.md': 'other' }).search('queue', 1);
    expect(found).toMatchObject({ total: 2, hits: [{ document: 'a.md' }] });
  });

  it('finds whole words only, with no mistakes in them', () => {
    const index = indexOf({ 'a.md': 'transport', 'b.md': 'ports', 'c.md': 'portable', 'd.md': 'pert' });
    expect(names(index, 'port')).toEqual(['b.md']);
  });

  it('weighs a word in the title more than one in the text', () => {
    const documents = [
      { name: 'a.md', title: 'Other things', text: 'queue, queue, queue, and another queue' },
      { name: 'b.md', title: 'The queue', text: 'some other things, and more of the same' },
    ];
    expect(names(new SearchIndex({ name: 'c', sha256: '', documents }), 'queue')).toEqual(['b.md', 'a.md']);
  });

  it('orders equal scores by name', () => {
    const same = Object.fromEntries(['c', 'a', 'B', 'b', 'A'].map(name => [`${name}.md`, 'one queue']));
    expect(names(indexOf(same), 'queue')).toEqual(['A.md', 'B.md', 'a.md', 'b.md', 'c.md']);
  });

  it('does not depend on the last digits of a logarithm', () => {
    const index = new SearchIndex(handbook);
    const queries = ['queue redis worker', 'the state machine', 'version 0.8', 'mission cost tokens'];
    const before = queries.map(query => index.search(query, 78));
    const log = Math.log;
    let sign = 1;
    vi.spyOn(Math, 'log').mockImplementation(x => {
      sign = -sign;
      return log(x) * (1 + sign * 4 * Number.EPSILON);
    });
    expect(queries.map(query => index.search(query, 78))).toEqual(before);
  });

  it('is the same for queries that are identical', () => {
    const index = new SearchIndex(handbook);
    expect(index.search('Full-text  INDEX!', 5)).toEqual(index.search('full text index', 5));
  });

  it('finds words that every object has as keys', () => {
    expect(
      names(indexOf({ 'a.md': 'constructor __proto__ toString' }), 'constructor proto tostring'),
    ).toEqual(['a.md']);
  });

  it('finds its words in ten thousand documents', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({
      name: `${i}.md`,
      title: '',
      text: `${handbook.documents[i % handbook.documents.length].text} needle${i}`,
    }));
    const index = new SearchIndex({ name: 'many', sha256: '', documents: many });
    expect(index.search('needle7777', 5)).toMatchObject({ total: 1, hits: [{ document: '7777.md' }] });
  });
});

describe('the index of a corpus', () => {
  it('is shared by runs over equal documents', () => {
    const documents = { 'a.md': 'one queue' };
    expect(getSearchIndex(corpusOf(documents))).toBe(getSearchIndex(corpusOf(documents)));
  });

  it('finds the documents of its own corpus, whichever was searched before', () => {
    const [first, second] = [corpusOf({ 'a.md': 'one queue' }), corpusOf({ 'b.md': 'one queue' })];
    const found = [first, second, first].map(corpus => names(getSearchIndex(corpus), 'queue'));
    expect(found).toEqual([['a.md'], ['b.md'], ['a.md']]);
  });
});

describe('a snippet', () => {
  const of = (text: string, query: string) => findSnippet(text, new Set(extractTerms(query)));

  it('is the sentence with most of the terms, the first of several', () => {
    const text = 'The queue is here. The queue keeps jobs. Jobs wait in the queue.';
    expect(of(text, 'queue jobs')).toBe('The queue keeps jobs.');
  });

  it('is not a heading, and has no list marks', () => {
    expect(of('# The queue of jobs\n\n- a *queue*\n- jobs, all of them\n', 'jobs')).toBe('jobs, all of them');
  });

  it('counts words that distinguish documents before those that most have', () => {
    const index = indexOf({
      'a.md': 'The one of the many is the first. A needle.',
      'b.md': 'The one of the many.',
      'c.md': 'The one.',
    });
    expect(index.search('the one of the many needle', 1).hits[0].snippet).toBe('A needle.');
  });

  it('is the title where the document has nothing but headings', () => {
    expect(indexOf({ 'a.md': '# The queue' }).search('queue', 1).hits[0].snippet).toBe('The queue');
  });

  it('of a long sentence is the piece that fits, cut between words', () => {
    const text = `${'first words '.repeat(20)}and the needle is ${'far away '.repeat(20)}`;
    const snippet = of(text, 'needle');
    expect(snippet).toContain('the needle is');
    expect(snippet).toMatch(/^….*…$/);
  });

  it('loses no character where a long sentence is cut', () => {
    expect(of(`a${'🎉'.repeat(120)} needle`, 'needle')).toBe(`…${'🎉'.repeat(42)} needle`);
  });

  it('is one clean line of at most 160 characters', () => {
    const unit = fc.constantFrom(
      '🎉',
      '👩‍🚀',
      'é',
      'a',
      ' ',
      '\n',
      '. ',
      '\u202e',
      '\ud83d',
      '# ',
      'needle ',
      '工',
      '\t',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 900 }), text => {
        const snippet = of(text, 'needle');
        expect(snippet.length).toBeLessThanOrEqual(160);
        expect(snippet).not.toMatch(/[\p{Cs}\p{Cc}\u202e]/u);
      }),
    );
  });
});
