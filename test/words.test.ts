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
  [/\bh(?:ang(?:s|ing)?|ung) (?:up)?on\b/i, 'depends on, is attached to'],
  [/\bgo(?:es|ne|ing)? on with\b|\bgone (?:on|through)\b/i, 'continues, iterated'],
  [/\b(?:of (?:ours|theirs)|one['’]s own)\b/i, 'of Statescope, of the user'],
  [/\bstates in (?:states|one another)\b/i, 'nested states'],
  [/\bin vain\b/i, 'without effect'],
  [/\basks? nobody\b/i, 'asks no question'],
  [/\bwhat stands\b/i, 'the content, the rest'],
  [/^(?:What|Whether|Who|How)\b(?!.*\?$)/, 'the noun first'],
];

/** Words that documents avoid as well; in the source “keep” also speaks of memory. */
const DOCUMENT_WORDS: typeof WORDS = [
  ...WORDS,
  [/\bkept (?:runs?|run documents?)\b/i, 'saved'],
  [/\b(?:a|an|one) (?:\w+) a (?:row|line|tick|round|run|turn|world|agent|step|question)\b/i, 'per'],
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

const findOddWords = (text: string, words = WORDS): readonly string[] =>
  words.flatMap(([word, instead]) => (word.test(text) ? [`${text.slice(0, 80)} (rather: ${instead})`] : []));

/** Paragraphs, items and cells of a document without headings, code and quotations. */
const readPassages = (page: string): readonly string[] =>
  page
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/^(?: {4}|#).*$/gm, '')
    .replace(/`[^`\n]*`|[“"][^”"\n]*[”"]|(?<!\*)\*[^*|\n]+\*(?!\*)/g, 'x')
    .split(/\n\s*\n|\n\s*- |\n?\|\s*/)
    .map(passage =>
      passage
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/^(?:-|\d+\.) /, ''),
    );

describe('comments of the source', () => {
  it('are in the words of the field, with the noun first', () => {
    const odd = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file))
      .flatMap(file =>
        readComments(readFileSync(join(SRC, file), 'utf8')).flatMap(comment =>
          findOddWords(comment).map(words => `${file}: ${words}`),
        ),
      );
    expect(
      odd,
      'Comments use standard words, and a label begins with its noun, so that a reader need not learn a dialect: take the word in brackets',
    ).toEqual([]);
  });

  it.each([
    '/** Whether a run is over. */',
    '  // Stands beside the others.',
    '/** The name, which\n * is told once. */',
    '/** This is no graph. */',
  ])('are found where they are not: %s', source => {
    expect(readComments(source).flatMap(text => findOddWords(text))).toHaveLength(1);
  });

  it.each([
    '/** True if `isTold` is set. @param told called with each reply */',
    '/** Null if there is no such agent. */',
    '/** "the one beside it" */',
    '/** What if the model had chosen otherwise? */',
  ])('are left alone where they are right: %s', source => {
    expect(readComments(source).flatMap(text => findOddWords(text))).toEqual([]);
  });
});

describe('documents', () => {
  const ROOT = join(TESTS, '..');
  const pages = [
    ...['README.md', 'CONTRIBUTING.md'],
    ...readdirSync(join(ROOT, 'docs'))
      .filter(name => name.endsWith('.md'))
      .map(name => `docs/${name}`),
    ...readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('README.md'))
      .map(name => `src/${name}`),
  ];

  it.each(pages)('%s is in the words of the field, with the noun first', page => {
    expect(
      readPassages(readFileSync(join(ROOT, page), 'utf8')).flatMap(passage =>
        findOddWords(passage, DOCUMENT_WORDS),
      ),
    ).toEqual([]);
  });

  it.each([
    'Whatever follows.\n\nWhat a run leaves, as lines.',
    'A list:\n\n- Whether a run is over',
    '| figure | what depends on it |\n| How long it lasts | 3 |',
    'Saved runs,\nstates in\nstates.',
    'The kept run of a tab.',
    'The file has one case a line.',
  ])('are found where they are not: %s', page => {
    expect(readPassages(page).flatMap(passage => findOddWords(passage, DOCUMENT_WORDS))).toHaveLength(1);
  });

  it.each([
    '```\nWhat a run leaves\n```',
    'The button *Tell me* has `what stands` in it.',
    '## What a run leaves',
    'There is no such state.',
  ])('are left alone where they are right: %s', page => {
    expect(readPassages(page).flatMap(passage => findOddWords(passage, DOCUMENT_WORDS))).toEqual([]);
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
      expect(
        readTitles(`  ${call}(${quote}${title}${quote}, () => {`).flatMap(text => findOddWords(text)),
      ).toHaveLength(1);
  });

  it.each([
    ['it', 'shows the button “Tell me”'],
    ['describe', 'there is no such agent'],
    ['expect', 'is told once'],
  ])('are left alone where they are right, or not titles: %s, %s', (call, title) => {
    expect(readTitles(`${call}('${title}', () => {`).flatMap(text => findOddWords(text))).toEqual([]);
  });
});
