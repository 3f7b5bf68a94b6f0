import { memoizeByText } from '../../../oracle/formats/memoizeByText.ts';
import { stemWord } from './stemWord.ts';

/** Values whose words are remembered; the tasks' own passages are far fewer. */
const MAX_CACHED_SUBJECTS = 20_000;

/** Words that say nothing about a text's subject. */
const EMPTY = new Set(
  `a about after all an and any are as at be been before but by can did do does during each for from had has have he her
  his how if in into is it its like more most no nor not of off on one only or other our out over she so some such than
  that the their them then there they this those to too under until up was we were what when where which while who whom
  whose why will with would you your many much word missing`.split(/\s+/),
);

/** A text's words in order: letters and digits of any script, in lower case. */
export const tokenizeText = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A sentence of a value with its subject words, and their stems. */
export interface IndexedSentence {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
}

/** A value's sentences, and by stem the places of those that have it. */
export interface Indexed {
  readonly sentences: readonly IndexedSentence[];
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** The subject words of texts; kept for texts that come up again and again. */
export class SubjectWordCache {
  /** The subject words of a text. Underscores separate words, as in tags. */
  readonly of = memoizeSubject(extractContentWords);
  /** The stems of a text's subject words. */
  readonly stemsOf = memoizeSubject(text => stemWordSet(extractContentWords(text)));
  /** The same text, held once however many keep it. */
  readonly shared = memoizeSubject(text => text);
  readonly indexed = memoizeSubject(text => buildStemIndex(splitSentences(text)));

  sentences(text: string): readonly IndexedSentence[] {
    return this.indexed(text).sentences;
  }
}

function buildStemIndex(texts: readonly string[]): Indexed {
  const places = new Map<string, number[]>();
  const sentences = texts.map((text, place) => {
    const words = extractContentWords(text);
    const stems = stemWordSet(words);
    for (const stem of stems) {
      const before = places.get(stem);
      if (before) before.push(place);
      else places.set(stem, [place]);
    }
    return { text, words, stems };
  });
  return { sentences, places };
}

/** However long: values are passages of the tasks. */
function memoizeSubject<Value>(make: (text: string) => Value): (text: string) => Value {
  return memoizeByText(make, MAX_CACHED_SUBJECTS, Number.POSITIVE_INFINITY);
}

function extractContentWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const word of tokenizeText(text.replaceAll('_', ' '))) if (!EMPTY.has(word)) words.add(word);
  return words;
}

const stemWordSet = (words: ReadonlySet<string>): ReadonlySet<string> => new Set([...words].map(stemWord));

/** Number of the wanted words that occur among others. */
export function countCommonWords(wanted: ReadonlySet<string>, words: ReadonlySet<string>): number {
  let count = 0;
  for (const word of wanted) if (words.has(word)) count++;
  return count;
}

/** Sentences, which end with . ! or ? before white space, or with the line. */
export const splitSentences = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?]["')\]]?)\s+|\n+/)
    .map(sentence => sentence.trim())
    .filter(sentence => sentence !== '');
