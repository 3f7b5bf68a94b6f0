import type { View } from './createReaderView.ts';
import {
  countCommonWords,
  type Indexed,
  type IndexedSentence,
  type SubjectWordCache,
} from './subjectWords.ts';

/** Entries of working memory that may answer a question. */
export interface Found {
  /** The sentence that fits the question best, and one to which it leads. */
  readonly sentence: IndexedSentence;
  readonly next: IndexedSentence | null;
  /** Their entries. */
  readonly tags: readonly string[];
  /** Share of the question's words that they contain, 0 to 1. */
  readonly share: number;
}

/** An entry in front of a reader, with the number of sentences before it. */
interface VisibleEntry extends Indexed {
  readonly tag: string;
  readonly start: number;
}

type Stems = ReadonlySet<string>;

/** Sentences in which a word may occur to lead from one to another. */
const RARE = 8;

/**
 * The sentence that has most of the question's words, by their stems, and if words are left the one to which a rare
 * word of the first leads and that has most of them. Rare words weigh more; of several the last. Answers are left out.
 * Null without a question, and if no sentence shares a word with it.
 */
export function recallAnswer({ working, question }: View, words: SubjectWordCache): Found | null {
  if (question === null) return null;
  const wanted = words.stemsOf(question.text);
  const parts = splitWorkingMemory(working, words);
  const first = findHeaviestSentence(weighSentences(parts, wanted));
  if (first < 0) return null;
  const { tag, sentence } = getSentenceByNumber(parts, first);
  const left = subtractStems(wanted, sentence.stems);
  const next =
    left.size === 0 ? null : findLinkedSentence(parts, sentence, subtractStems(sentence.stems, wanted), left);
  const has = wanted.size - left.size + (next === null ? 0 : countCommonWords(left, next.sentence.stems));
  return {
    sentence,
    next: next?.sentence ?? null,
    tags: next === null || next.tag === tag ? [tag] : [tag, next.tag],
    share: has / wanted.size,
  };
}

function splitWorkingMemory(working: View['working'], words: SubjectWordCache): readonly VisibleEntry[] {
  let start = 0;
  const parts: VisibleEntry[] = [];
  for (const { tag, value } of working) {
    if (tag.startsWith('answer_')) continue;
    const indexed = words.indexed(value);
    parts.push({ tag, start, ...indexed });
    start += indexed.sentences.length;
  }
  return parts;
}

const subtractStems = (words: Stems, others: Stems): Stems =>
  new Set([...words].filter(word => !others.has(word)));

/** For each sentence the sum of its words' weights: one by the sentences that have the word, if they are not too many. */
function weighSentences(
  parts: readonly VisibleEntry[],
  words: Stems,
  most = Number.POSITIVE_INFINITY,
): Float64Array {
  const last = parts.at(-1);
  const weights = new Float64Array(last === undefined ? 0 : last.start + last.sentences.length);
  for (const word of words) {
    let count = 0;
    for (const { places } of parts) count += places.get(word)?.length ?? 0;
    if (count === 0 || count > most) continue;
    for (const { start, places } of parts)
      for (const place of places.get(word) ?? []) weights[start + place] += 1 / count;
  }
  return weights;
}

/** Number of the last sentence with the greatest weight; −1 if none weighs anything. */
function findHeaviestSentence(weights: Float64Array): number {
  let best = -1;
  for (const [i, weight] of weights.entries())
    if (weight > 0 && (best < 0 || weight >= weights[best])) best = i;
  return best;
}

function getSentenceByNumber(
  parts: readonly VisibleEntry[],
  number: number,
): { readonly tag: string; readonly sentence: IndexedSentence } {
  const { tag, start, sentences } = parts.findLast(
    part => part.start <= number && part.sentences.length > 0,
  )!;
  return { tag, sentence: sentences[number - start] };
}

/** The sentence with most of the words that are left, of those that have a rare word of the first sentence. */
function findLinkedSentence(parts: readonly VisibleEntry[], first: IndexedSentence, own: Stems, left: Stems) {
  const bridges = weighSentences(parts, own, RARE);
  const weights = weighSentences(parts, left);
  for (const [i, weight] of weights.entries())
    weights[i] =
      weight > 0 && bridges[i] > 0 && getSentenceByNumber(parts, i).sentence.text !== first.text
        ? weight + bridges[i]
        : 0;
  const best = findHeaviestSentence(weights);
  return best < 0 ? null : getSentenceByNumber(parts, best);
}

/** Words of an answer that are kept, and of them those that the first of two sentences may have. */
const MAX_RECALLED_WORDS = 40;
const HALF = 20;

/** The answer taken from what was found: its sentences, cut to as many words as an answer may have. */
export function buildRecalledAnswer(found: Found | null): string {
  if (found === null) return 'I do not know.';
  const { sentence, next } = found;
  if (next === null) return cutToWordCount(sentence.text, MAX_RECALLED_WORDS);
  const first = cutToWordCount(
    sentence.text,
    Math.max(HALF, MAX_RECALLED_WORDS - findWordEnds(next.text).length),
  );
  return `${first} ${cutToWordCount(next.text, MAX_RECALLED_WORDS - findWordEnds(first).length)}`;
}

/** Ends of the words of a text. */
const findWordEnds = (text: string): readonly number[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index, 0: word }) => index + word.length);

function cutToWordCount(text: string, most: number): string {
  const ends = findWordEnds(text);
  return ends.length <= most ? text : text.slice(0, ends[most - 1]);
}
