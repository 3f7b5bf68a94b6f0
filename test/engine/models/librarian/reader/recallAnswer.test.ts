import { describe, expect, it } from 'vitest';
import type { View } from '../../../../../src/engine/models/librarian/reader/createReaderView.ts';
import {
  buildRecalledAnswer,
  recallAnswer,
} from '../../../../../src/engine/models/librarian/reader/recallAnswer.ts';
import {
  SubjectWordCache,
  tokenizeText,
} from '../../../../../src/engine/models/librarian/reader/subjectWords.ts';

const words = new SubjectWordCache();
const entry = (value: string, i: number) => ({ tag: `note_${i}`, value, tokens: 10 });
const found = (text: string, ...values: readonly string[]) => {
  const view = { question: { number: 1, text }, working: values.map(entry) } as unknown as View;
  return recallAnswer(view, words);
};
const answer = (text: string, ...values: readonly string[]) => buildRecalledAnswer(found(text, ...values)!);

describe('a sentence that a reader finds in front of it', () => {
  it('matches other forms of the words', () => {
    expect(answer('Who painted the doors?', 'Ann sold a kettle.', 'The painter of the door was Bob.')).toBe(
      'The painter of the door was Bob.',
    );
  });

  it('is the later of two statements that fit equally well', () => {
    const [blue, red] = ['The van of Bob was blue.', 'The van of Bob was red.'];
    expect(answer('What colour is the van of Bob?', blue, red)).toBe(red);
    expect(answer('What colour is the van of Bob?', red, blue)).toBe(blue);
  });

  it('is chosen by the rare words', () => {
    const of = ['The old man had a dog.', 'The old man had a boat.', 'The tuba had a dent.'];
    expect(answer('What had the old tuba?', ...of)).toBe('The tuba had a dent.');
  });

  it('leads from one sentence to another by a name', () => {
    const told = [
      'The belt was mended by Tam Orrock.',
      'Anna was born in Oslo.',
      'Tam Orrock was born in Ulm.',
    ];
    const { tags, share } = found('Where was the man born who mended the belt?', ...told)!;
    expect(tags).toEqual(['note_0', 'note_2']);
    expect(share).toBeCloseTo(0.75);
    expect(answer('Where was the man born who mended the belt?', ...told)).toBe(`${told[0]} ${told[2]}`);
  });

  it('leads nowhere where nothing is left to ask, and does not exist where no word occurs', () => {
    expect(found('Who mended belts?', 'Tam mended the belt.', 'Tam was born in Ulm.')!.next).toBeNull();
    expect(found('Who mended belts?', 'Nothing of that.')).toBeNull();
    expect(found('Who mended belts?')).toBeNull();
  });

  it('is answered in forty words, with at least half of them from the second of two sentences', () => {
    const long = (start: string) => `${start} ${Array(50).fill('on').join(' ')}.`;
    const given = answer(
      'Where was the mender of belts born?',
      long('Tam mended the belt and'),
      long('Tam was born in Ulm'),
    );
    expect(tokenizeText(given)).toHaveLength(40);
    expect(tokenizeText(given)[20]).toBe('tam');
    expect(tokenizeText(answer('Who mended belts?', long('Tam mended the belt')))).toHaveLength(40);
  });
});
