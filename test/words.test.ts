import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const TESTS = import.meta.dirname;
const SRC = join(TESTS, '../src');

/** Words that a native engineer would not choose, and what stands in their place. */
const WORDS: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b(?:told|tells?|telling)\b/i, 'reports, shows, lists, says'],
  [/\bbesides?\b/i, 'next to, with, in addition to'],
  [/\banew\b/i, 'again'],
  [/\b(?:whoever|wherever)\b/i, 'anyone who, in any place'],
  [/(?<!\bthere )\b(?:is|are) no (?!longer\b|point\b|room\b|need\b)/i, 'is not a'],
  [/^(?:What|Whether|Who|How)\b(?!.*\?$)/, 'the noun first'],
];

/** Comments of a source without code in backquotes, quotations and names of parameters. */
const readComments = (source: string): readonly string[] =>
  (source.match(/\/\*\*[\s\S]*?\*\/|(?<=^\s*)\/\/[^\n]*/gm) ?? []).map(comment =>
    comment
      .replace(/^\/\*\*|\*\/$/g, '')
      .replace(/^[ \t]*(?:\*|\/\/)/gm, '')
      .replace(/`[^`]*`|[“"][^”"]*[”"]|@param \w+/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );

/** Titles of tests and of their groups without quotations, with a capital as comments have. */
const readTitles = (source: string): readonly string[] =>
  [
    ...source.matchAll(
      /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`),/g,
    ),
  ].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '')
      .replace(/`[^`]*`|[“"][^”"]*[”"]/g, '')
      .replace(/^./, letter => letter.toUpperCase()),
  );

const findOddWords = (text: string): readonly string[] =>
  WORDS.flatMap(([word, instead]) => (word.test(text) ? [`${text.slice(0, 80)} (rather: ${instead})`] : []));

describe('comments of the source', () => {
  it('are in the words of the field, with the noun first', () => {
    const odd = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file))
      .flatMap(file =>
        readComments(readFileSync(join(SRC, file), 'utf8')).flatMap(comment =>
          findOddWords(comment).map(words => `${file}: ${words}`),
        ),
      );
    expect(odd).toEqual([]);
  });

  it.each([
    '/** Whether a run is over. */',
    '  // Stands beside the others.',
    '/** The name, which\n * is told once. */',
    '/** This is no graph. */',
  ])('are found where they are not: %s', source => {
    expect(readComments(source).flatMap(findOddWords)).toHaveLength(1);
  });

  it.each([
    '/** True if `isTold` is set. @param told called with each reply */',
    '/** Null if there is no such agent. */',
    '/** "the one beside it" */',
    '/** What if the model had chosen otherwise? */',
  ])('are left alone where they are right: %s', source => {
    expect(readComments(source).flatMap(findOddWords)).toEqual([]);
  });
});

describe('titles of tests', () => {
  it('are in the words of the field, with the noun first', () => {
    const titles = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.(?:test|spec)\.tsx?$/.test(file))
      .flatMap(file => readTitles(readFileSync(join(TESTS, file), 'utf8')).map(title => ({ file, title })));
    expect(titles.length).toBeGreaterThan(5000);
    expect(
      titles.flatMap(({ file, title }) => findOddWords(title).map(words => `${file}: ${words}`)),
    ).toEqual([]);
  });

  it.each([
    ['it', 'is told once'],
    ['test.skipIf(isLong)', 'stands beside the others'],
    ['it.each([1, 2])', 'begins anew after %i'],
    ['it.each(EACH)', 'is no graph: %s'],
    ['describe', 'what a run leaves'],
  ])('are found where they are not: %s, %s', (call, title) => {
    for (const quote of ["'", '"', '`'])
      expect(readTitles(`  ${call}(${quote}${title}${quote}, () => {`).flatMap(findOddWords)).toHaveLength(1);
  });

  it.each([
    ['it', 'shows the button “Tell me”'],
    ['describe', 'there is no such agent'],
    ['expect', 'is told once'],
  ])('are left alone where they are right, or not titles: %s, %s', (call, title) => {
    expect(readTitles(`${call}('${title}', () => {`).flatMap(findOddWords)).toEqual([]);
  });
});
