import type { View } from './view.ts';
import { inCommon, type Sentence, type Words } from './words.ts';

/** What in working memory may answer a question. */
export interface Found {
  /** The sentence that fits the question best, and one to which it leads. */
  readonly sentence: Sentence;
  readonly next: Sentence | null;
  /** Their entries. */
  readonly tags: readonly string[];
  /** Share of the question's words that they contain, 0 to 1. */
  readonly share: number;
}

interface Line {
  readonly tag: string;
  readonly sentence: Sentence;
}
type Stems = ReadonlySet<string>;

/** Sentences in which a word may occur to lead from one to another. */
const RARE = 8;

/**
 * The sentence that has most of the question's words, by their stems, and where words are left the one to which a rare
 * word of the first leads and that has most of them. Rare words weigh more; of several the last. Answers are left out.
 * Null where no sentence has any.
 */
export function recalled({ working, question }: View, words: Words): Found | null {
  if (question === null) return null;
  const wanted = words.stemsOf(question.text);
  const lines: Line[] = [];
  for (const { tag, value } of working)
    if (!tag.startsWith('answer_'))
      for (const sentence of words.sentences(value)) lines.push({ tag, sentence });
  const first = heaviest(lines, countsOf(lines, wanted));
  if (first === null) return null;
  const { tag, sentence } = first;
  const left = without(wanted, sentence.stems);
  const next = left.size === 0 ? null : leadsTo(lines, sentence, without(sentence.stems, wanted), left);
  const has = wanted.size - left.size + (next === null ? 0 : inCommon(left, next.sentence.stems));
  return {
    sentence,
    next: next?.sentence ?? null,
    tags: next === null || next.tag === tag ? [tag] : [tag, next.tag],
    share: has / wanted.size,
  };
}

const without = (words: Stems, others: Stems): Stems => new Set([...words].filter(word => !others.has(word)));

/** In how many sentences each of some words occurs. */
function countsOf(lines: readonly Line[], words: Stems): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) {
    let count = 0;
    for (const { sentence } of lines) if (sentence.stems.has(word)) count++;
    if (count > 0) counts.set(word, count);
  }
  return counts;
}

const weightOf = ({ stems }: Sentence, counts: ReadonlyMap<string, number>): number => {
  let weight = 0;
  for (const [word, count] of counts) if (stems.has(word)) weight += 1 / count;
  return weight;
};

/** The line whose words weigh most, the last of several; null where none has any of them. */
function heaviest(lines: readonly Line[], counts: ReadonlyMap<string, number>): Line | null {
  let best: Line | null = null;
  let most = Number.MIN_VALUE;
  for (const line of lines) {
    const weight = weightOf(line.sentence, counts);
    if (weight < most) continue;
    most = weight;
    best = line;
  }
  return best;
}

/** The line with most of the words that are left, of those that have a rare word of the first sentence. */
function leadsTo(lines: readonly Line[], first: Sentence, own: Stems, left: Stems): Line | null {
  const bridges = new Map([...countsOf(lines, own)].filter(([, count]) => count <= RARE));
  const wanted = countsOf(lines, left);
  const joined = lines.filter(
    ({ sentence }) =>
      sentence.text !== first.text && weightOf(sentence, bridges) > 0 && weightOf(sentence, wanted) > 0,
  );
  return heaviest(joined, new Map([...wanted, ...bridges]));
}

/** Words of an answer that are kept, and of them those that the first of two sentences may have. */
const MOST_WORDS = 40;
const HALF = 20;

/** The answer taken from what was found: its sentences, cut to as many words as an answer may have. */
export function answerFrom({ sentence, next }: Found): string {
  if (next === null) return cut(sentence.text, MOST_WORDS);
  const first = cut(sentence.text, Math.max(HALF, MOST_WORDS - endsOf(next.text).length));
  return `${first} ${cut(next.text, MOST_WORDS - endsOf(first).length)}`;
}

/** Where each word of a text ends. */
const endsOf = (text: string): readonly number[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index, 0: word }) => index + word.length);

function cut(text: string, most: number): string {
  const ends = endsOf(text);
  return ends.length <= most ? text : text.slice(0, ends[most - 1]);
}
