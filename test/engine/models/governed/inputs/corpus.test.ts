import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  buildCorpusFromFiles,
  readJsonCorpus,
} from '../../../../../src/engine/models/governed/inputs/corpus.ts';
import { bytesOf, failure } from '../failure.ts';

type Pair = readonly [name: string, content: string | Uint8Array];
const files = (...pairs: readonly Pair[]) =>
  pairs.map(([name, content]) => ({
    name,
    bytes: typeof content === 'string' ? bytesOf(content) : content,
  }));
const titled = (text: string, name = 'a.md') => buildCorpusFromFiles(files([name, text])).documents[0].title;
const read = (value: unknown) => readJsonCorpus('c.json', bytesOf(JSON.stringify(value)));

describe("a corpus of the user's own files", () => {
  it('is sorted by code unit and keeps the whole text', () => {
    const corpus = buildCorpusFromFiles(files(['b.md', '# B\n\ntext'], ['Z.txt', 'last?'], ['a.TXT', 'ä']));
    expect(corpus.documents).toEqual([
      { name: 'Z.txt', title: 'last?', text: 'last?' },
      { name: 'a.TXT', title: 'ä', text: 'ä' },
      { name: 'b.md', title: 'B', text: '# B\n\ntext' },
    ]);
  });

  it('takes the first heading as the title, else the first line with a word, else the name', () => {
    expect(titled('an introduction\n\n## The *title* ##\n# Another')).toBe('The *title');
    expect(titled('---\n\n> The first line\nThe second')).toBe('The first line');
    expect(titled('---\n***')).toBe('a.md');
    expect(titled('```sh\n# not a title\n```\n# A title')).toBe('A title');
    expect(titled('#hashtag first')).toBe('hashtag first');
  });

  it('removes misleading marks from names and titles', () => {
    const [only] = buildCorpusFromFiles(files(['a\u202e\n.md', '# Harm\u202eless\u200b'])).documents;
    expect(only).toMatchObject({ name: 'a .md', title: 'Harmless' });
  });

  it('leaves a byte order mark out', () => {
    expect(buildCorpusFromFiles(files(['a.md', '\ufeff# Title'])).documents[0].text).toBe('# Title');
  });

  it('skips a file without text as long as there is another', () => {
    expect(buildCorpusFromFiles(files(['a.md', ' \n'], ['b.md', 'b'])).documents.map(d => d.name)).toEqual([
      'b.md',
    ]);
  });

  it('has the same hash in whatever order its files come, and another with other content', () => {
    const hash = (...given: readonly Pair[]) => buildCorpusFromFiles(files(...given)).sha256;
    expect(hash(['a.md', 'a'], ['b.md', 'b'])).toBe(hash(['b.md', 'b'], ['a.md', 'a']));
    expect(hash(['a.md', 'a'])).not.toBe(hash(['a.md', 'b']));
    expect(hash(['a.md', 'a'])).toMatch(/^[0-9a-f]{64}$/);
  });

  const big = new Uint8Array(5_000_001).fill(97);
  it.each([
    ['no file', [], 'the corpus is empty: no file was given'],
    ['one empty file', files(['a.md', '']), 'the corpus is empty: a.md has no text'],
    [
      'empty files',
      files(['a.md', ' '], ['b.md', '\ufeff']),
      'the corpus is empty: none of the 2 files has any text',
    ],
    ['NUL', files(['a.md', 'a\0b']), 'a.md is not text. What is read here: documents to search, .md or .txt'],
    [
      'Latin-1',
      files(['a.md', Uint8Array.of(0x63, 0xe9)]),
      'a.md, line 1: the letters of "cé" cannot be read; save the file as Unicode text',
    ],
    ['a big file', files(['a.md', big]), 'a.md is 5.0 MB; at most 5 MB are read per file'],
    [
      'too much',
      files(...Array.from({ length: 11 }, (_, i) => [`${i}.md`, big.subarray(1)] as const)),
      'the corpus is 55.0 MB; at most 50 MB are read',
    ],
    [
      'too many files',
      files(...Array.from({ length: 10_001 }, (_, i) => [`${i}.md`, 'a'] as const)),
      'the corpus has 10,001 documents; at most 10,000 are read',
    ],
    [
      'another extension',
      files(['a.pdf', 'a']),
      'a.pdf is not a .md or .txt file; a corpus consists of those',
    ],
    ['the same name twice', files(['a.md', 'a'], ['a.md', 'b']), 'the corpus has two documents named "a.md"'],
  ])('refuses %s', (_, given, message) => {
    expect(failure(() => buildCorpusFromFiles(given))).toBe(message);
  });
});

describe('a corpus of one file', () => {
  const entry = { name: 'a.md', title: 'A', text: 'a' };

  it('has the hash of its canonical JSON, which is that of the same documents in files of their own', () => {
    const canonical = '[{"name":"a.md","text":"a","title":"a"}]';
    const expected = createHash('sha256').update(canonical).digest('hex');
    expect(read([{ title: 'a', text: 'a', name: 'a.md' }]).sha256).toBe(expected);
    expect(buildCorpusFromFiles(files(['a.md', 'a'])).sha256).toBe(expected);
  });

  it('is read in any order', () => {
    const other = { ...entry, name: 'b.md' };
    expect(read([other, entry])).toEqual(read([entry, other]));
    expect(read([other, entry]).documents).toEqual([entry, other]);
  });

  it.each([
    ['no JSON', '[', 'c.json is not JSON; expected an array of {"name", "title", "text"}'],
    ['no array', '{}', 'c.json is not as expected: an array of {"name", "title", "text"}'],
    [
      'a document without text',
      JSON.stringify([entry, { name: 'b', title: 'b' }]),
      'c.json: document 2 is not as expected: an array of {"name", "title", "text"}',
    ],
    ['no documents', '[]', 'the corpus is empty: c.json has no documents'],
    ['a name twice', JSON.stringify([entry, entry]), 'the corpus has two documents named "a.md"'],
    ['no name', JSON.stringify([{ ...entry, name: '\u200b' }]), 'c.json has a document without a name'],
    ['NUL', '\0', 'c.json is not text. What is read here: documents to search as one list in JSON'],
  ])('refuses %s', (_, text, message) => {
    expect(failure(() => readJsonCorpus('c.json', bytesOf(text)))).toBe(message);
  });

  it('refuses a file that is too large before it reads it', () => {
    expect(failure(() => readJsonCorpus('c.json', new Uint8Array(50_000_001)))).toBe(
      'c.json is 50.0 MB; at most 50 MB are read',
    );
  });
});
