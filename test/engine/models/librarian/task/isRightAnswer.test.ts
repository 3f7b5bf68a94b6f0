import { describe, expect, it } from 'vitest';
import { BUILT_IN } from '../../../../../src/engine/models/librarian/inputs/loadLibrarianInputs.ts';
import { isRightAnswer } from '../../../../../src/engine/models/librarian/task/isRightAnswer.ts';
import { taskOf } from './builtIn.ts';

const question = { accepted: ['forty-one', 'Josias Brandt'] };
const words = (count: number) => Array(count).fill('word').join(' ');

describe.each(['usual', 'literal'] as const)('an answer, %s', grading => {
  it.each([
    ['the words alone', 'forty-one'],
    ['the words in a sentence', 'The number on the key is forty one.'],
    ['the words in another case, with other marks between them', 'JOSIAS  BRANDT!'],
    ['the words at the end of forty', `${words(38)} Josias Brandt`],
  ])('is right with %s', (_, given) => {
    expect(isRightAnswer(question, given, grading)).toBe(true);
  });

  it.each([
    ['other words', 'forty-two'],
    ['a part of the words', 'Josias'],
    ['a word that has them in it', '411 or 141'],
    ['the words in another order', 'Brandt, Josias'],
    ['words between them', 'Josias the Brandt'],
    ['more than forty words', `${words(40)} Josias Brandt`],
    ['nothing', ''],
  ])('is wrong with %s', (_, given) => {
    expect(isRightAnswer(question, given, grading)).toBe(false);
  });
});

const RIGHT = [
  ['piano', 'a piano'],
  ['piano', 'The piano.'],
  ['piano', 'It had two pianos'],
  ['a piano', 'piano'],
  ['the Ploughman', 'Ploughman'],
  ['berries', 'a berry'],
  ['glass box', 'glass boxes'],
  ['forty-one', '41'],
  ['41', 'number forty-one'],
  ['two hundred and twelve', '212 miles'],
  ['2340', 'at 2,340 metres'],
  ['a hundred', '100'],
  ['7.14', 'at 7.14 each evening'],
  ['north-east', 'from the northeast'],
  ['northeast', 'the north east'],
  ['tin bathtub', 'a tin bath-tub'],
  ['green', 'It is not red but green.'],
  ['green', 'It was red; now it is green.'],
  ['mustard', 'It ground nothing but mustard'],
  ['green', 'not only green'],
  ['twelve', 'no fewer than twelve'],
  ['1923', 'It was not until 1923.'],
  ['red', 'The van is red, big and old.'],
  ['Ada', 'It was Ada, the cook, Ben said.'],
  ['green|emerald', 'green or emerald'],
  ['clarinet', 'With a clarinet, of ebony, in a case, worth more than the sum.'],
  ['oil, tweezers and string', 'Oil, tweezers, and string.'],
] as const;

const WRONG = [
  ['green', 'not green'],
  ['green', 'It is not a green one.'],
  ['green', 'The wax isn’t green.'],
  ['green', 'It was never green, I think.'],
  ['green', 'no longer green'],
  ['green', 'neither red nor green'],
  ['green', 'green or red'],
  ['green', 'It is red or green.'],
  ['green', 'either green'],
  ['green', 'red/green'],
  ['green', 'green, red, blue'],
  ['green', 'red, blue, green and white'],
  ['green', 'The colours are green, red, blue and white.'],
  ['41', '40, 41, 42'],
  ['41', '4 1'],
  ['four', 'four hundred and thirty'],
  ['twenty', 'twenty-six'],
  ['Agnes', 'Agne'],
  ['piano tuner', 'a piano'],
  ['glass boxes', 'glasses box'],
  ['green', 'greenish'],
] as const;

describe('in usual wordings', () => {
  it.each(RIGHT)('%j is expressed by %j', (accepted, given) => {
    expect(isRightAnswer({ accepted: accepted.split('|') }, given)).toBe(true);
  });

  it.each(WRONG)('%j is not expressed by %j', (accepted, given) => {
    expect(isRightAnswer({ accepted: accepted.split('|') }, given)).toBe(false);
  });

  it.each(BUILT_IN)('the questions of %s reject each other’s answers, and denials', name => {
    const { questions } = taskOf(name);
    for (const asked of questions) {
      const [first] = asked.accepted;
      expect([asked.text, isRightAnswer(asked, `It was ${first}.`)]).toEqual([asked.text, true]);
      expect([asked.text, isRightAnswer(asked, `It was not ${first}.`)]).toEqual([asked.text, false]);
      const right = questions.filter(({ accepted }) => isRightAnswer(asked, accepted[0]));
      expect([asked.text, right.map(({ text }) => text)]).toEqual([asked.text, [asked.text]]);
    }
  });
});
