import { describe, expect, it } from 'vitest';
import { isRight } from '../../../../../src/engine/models/librarian/task/grade.ts';

const question = { accepted: ['forty-one', '41', 'Josias Brandt'] };
const words = (count: number) => Array(count).fill('word').join(' ');

describe('an answer', () => {
  it.each([
    ['the words alone', 'forty-one'],
    ['the words in a sentence', 'The number on the key is 41.'],
    ['the words in another case, with other marks between them', 'JOSIAS  BRANDT!'],
    ['the words at the end of forty', `${words(39)} 41`],
  ])('is right with %s', (_, given) => {
    expect(isRight(question, given)).toBe(true);
  });

  it.each([
    ['other words', 'forty-two'],
    ['a part of the words', 'Josias'],
    ['a word that has them in it', '411 or 141'],
    ['the words in another order', 'Brandt, Josias'],
    ['words between them', 'Josias the Brandt'],
    ['more than forty words', `${words(40)} 41`],
    ['nothing', ''],
  ])('is wrong with %s', (_, given) => {
    expect(isRight(question, given)).toBe(false);
  });
});
