import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../src');

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

const findOddWords = (comment: string): readonly string[] =>
  WORDS.flatMap(([word, instead]) =>
    word.test(comment) ? [`${comment.slice(0, 80)} (rather: ${instead})`] : [],
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
