import { memoizeByText } from '../../../oracle/formats/memoizeByText.ts';
import { type ActionType, PAGE_OUT } from '../librarianTerms.ts';
import { createPassageTag, formatAnswerTag, formatQuestionId } from '../task/librarianTask.ts';
import { selectOldestToEvict, type View } from './createReaderView.ts';
import {
  countCommonWords,
  type Indexed,
  type IndexedSentence,
  type SubjectWordCache,
} from './subjectWords.ts';

/** Entries of working memory that may answer a question. */
interface Found {
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
  const known = recalled.get(working);
  if (known?.question === question && known.words === words) return known.found;
  const found = findAnswer(working, question.text, words);
  recalled.set(working, { question, words, found });
  return found;
}

/** The last recall from each list of entries: who thinks of a question answers it from the same ones. */
const recalled = new WeakMap<
  View['working'],
  { readonly question: View['question']; readonly words: SubjectWordCache; readonly found: Found | null }
>();

function findAnswer(working: View['working'], question: string, words: SubjectWordCache): Found | null {
  const wanted = words.stemsOf(question);
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
  const found: number[] = [];
  for (const word of words) {
    found.length = 0;
    for (const { start, places } of parts) {
      const own = places.get(word);
      if (own !== undefined) for (const place of own) found.push(start + place);
    }
    if (found.length <= most) for (const place of found) weights[place] += 1 / found.length;
  }
  return weights;
}

/** Number of the last sentence with the greatest weight; −1 if none weighs anything. */
function findHeaviestSentence(weights: Float64Array): number {
  let best = -1;
  for (let i = 0; i < weights.length; i++)
    if (weights[i] > 0 && (best < 0 || weights[i] >= weights[best])) best = i;
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
  for (let i = 0; i < weights.length; i++)
    weights[i] =
      weights[i] > 0 && bridges[i] > 0 && getSentenceByNumber(parts, i).sentence.text !== first.text
        ? weights[i] + bridges[i]
        : 0;
  const best = findHeaviestSentence(weights);
  return best < 0 ? null : getSentenceByNumber(parts, best);
}

/** Words of an answer that are kept, and of them those that the first of two sentences may have. */
const MAX_RECALLED_WORDS = 40;
const HALF = 20;

/** Texts that are remembered: sentences, and answers as they are given. */
const MAX_REMEMBERED_TEXTS = 4_096;
/** Actions, with their tags, that are remembered for one value. */
const MAX_REMEMBERED_DEEDS = 256;

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
const findWordEnds: (text: string) => readonly number[] = memoizeByText(
  text => [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index, 0: word }) => index + word.length),
  MAX_REMEMBERED_TEXTS,
);

function cutToWordCount(text: string, most: number): string {
  const ends = findWordEnds(text);
  return ends.length <= most ? text : text.slice(0, ends[most - 1]);
}

/** Keeps each passage whole, drops the oldest on request, and never looks into storage: a window over the text. */
export function answerWithSlidingWindow(view: View, speech: Speech, words: SubjectWordCache): string {
  const { state, passage, question } = view;
  if (state === 'paging') return speech.moves(selectOldestToEvict(view, view.limit));
  if (question !== null) {
    if (state === 'thinking')
      return speech.thinks(
        'executing',
        `${formatQuestionId(question)}: I look through what is in front of me.`,
      );
    return speech.does(
      'working_memory_add',
      formatAnswerTag(question),
      buildRecalledAnswer(recallAnswer(view, words)),
    );
  }
  if (passage === null) return speech.thinks('thinking', 'Nothing is left to do.');
  return state === 'thinking'
    ? speech.thinks('executing', `${passage.title}: next.`)
    : speech.does('working_memory_add', createPassageTag(passage.title), passage.text);
}

/** The form of a reader's answers, as a model would give them: XML, or the same as JSON. */
interface Speech {
  thinks(next: 'thinking' | 'executing', thought: string): string;
  does(type: ActionType, tags: string, value?: string): string;
  moves(tags: readonly string[]): string;
}

const escapeSpeechText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * The same speech, with one text for each answer: readers of one task give the same ones, and a text that is the same
 * need not be read again.
 */
function rememberSpeech(speech: Speech): Speech {
  const thinks = memoizeByText(thought => {
    const [thinking, executing] = (['thinking', 'executing'] as const).map(next =>
      speech.thinks(next, thought),
    );
    return { thinking, executing };
  }, MAX_REMEMBERED_TEXTS);
  const deeds = (value?: string) =>
    memoizeByText(deed => {
      const [type] = deed.split(' ', 1) as [ActionType];
      return speech.does(type, deed.slice(type.length + 1), value);
    }, MAX_REMEMBERED_DEEDS);
  const withoutValue = deeds();
  const withValue = memoizeByText(deeds, MAX_REMEMBERED_TEXTS);
  return {
    thinks: (next, thought) => thinks(thought)[next],
    does: (type, tags, value) => (value === undefined ? withoutValue : withValue(value))(`${type} ${tags}`),
    moves: speech.moves,
  };
}

/** Answers as XML, texts escaped. */
export const XML_SPEECH = rememberSpeech({
  thinks: (next, thought) =>
    `<agent><next_state>${next}</next_state><thinking_log>${escapeSpeechText(thought)}</thinking_log></agent>`,
  does: (type, tags, value) =>
    `<agent><action><type>${type}</type><tags>${escapeSpeechText(tags)}</tags>${value === undefined ? '' : `<value>${escapeSpeechText(value)}</value>`}</action></agent>`,
  moves: tags =>
    `<agent><action><type>${PAGE_OUT}</type><tags>${escapeSpeechText(tags.join(', '))}</tags></action></agent>`,
});

/** Answers as JSON of the same shape. */
export const JSON_SPEECH = rememberSpeech({
  thinks: (next_state, thinking_log) => JSON.stringify({ agent: { next_state, thinking_log } }),
  does: (type, tags, value = '') => JSON.stringify({ agent: { action: { type, tags, value } } }),
  moves: tags => JSON.stringify({ agent: { action: { type: PAGE_OUT, tags: tags.join(', ') } } }),
});

/** Share of a passage that it keeps. */
const SKIMS = 0.65;
/** Share of the limit from which on it throws notes away. */
const CROWDED = 0.9;
/** Probability of doing so. */
const THROWS = 0.2;
/** Probability of thinking twice about a passage. */
const DAWDLES = 0.1;

/** Skims, numbers its notes, throws some away, pages out on request, and never looks into storage. */
export function answerHastily(
  view: View,
  speech: Speech,
  words: SubjectWordCache,
  draw: () => number,
): string {
  const { state, passage, question, number, spent } = view;
  if (state === 'paging') return speech.moves(view.working.slice(0, -1).map(({ tag }) => tag));
  if (question !== null) {
    if (state === 'thinking')
      return speech.thinks(
        'executing',
        `${formatQuestionId(question)}: I answer from what I have before me.`,
      );
    return speech.does(
      'working_memory_add',
      formatAnswerTag(question),
      buildRecalledAnswer(recallAnswer(view, words)),
    );
  }
  if (passage === null) return speech.thinks('thinking', 'Nothing is left to do.');
  if (state === 'thinking')
    return spent === 0 && draw() < DAWDLES
      ? speech.thinks('thinking', 'Is this worth a note?')
      : speech.thinks('executing', `Note ${number}.`);
  const thrown = view.working.find(({ tag }) => /^note_\d+$/.test(tag));
  const isCrowded = view.workingTokens > view.limit * CROWDED;
  if (isCrowded && thrown !== undefined && spent < 3 && draw() < THROWS)
    return speech.does('working_memory_remove', thrown.tag);
  return speech.does('working_memory_add', `note_${number}`, takeFirstSentences(passage.text, words));
}

/** The first sentences of a passage. */
function takeFirstSentences(text: string, words: SubjectWordCache): string {
  const sentences = words.sentences(text);
  return sentences
    .slice(0, Math.ceil(sentences.length * SKIMS))
    .map(sentence => sentence.text)
    .join(' ');
}

/** Share of a question's words that what is in front must have to be taken for the answer. */
const ENOUGH = 0.8;
/** Most loads for one question, and the answers that one takes with what follows it. */
const MAX_LOADS = 2;
const LOAD_TAKES = 3;
/** Probability of thinking twice about a passage or a question. */
const MUSES = 0.25;

/**
 * Files each passage whole under a tag that says what it is about, pages out the oldest, and loads before it
 * answers.
 */
export function answerCarefully(
  view: View,
  speech: Speech,
  words: SubjectWordCache,
  draw: () => number,
): string {
  switch (view.state) {
    case 'paging':
      return speech.moves(selectEntriesToPage(view, words));
    case 'executing':
      return writeCarefulAction(view, speech, words);
    default:
      return writeCarefulThought(view, speech, words, draw);
  }
}

function writeCarefulThought(
  view: View,
  speech: Speech,
  words: SubjectWordCache,
  draw: () => number,
): string {
  const { passage, question, spent } = view;
  const muses = spent === 0 && draw() < MUSES;
  if (question !== null)
    return muses
      ? speech.thinks('thinking', `${formatQuestionId(question)}: what exactly is asked for?`)
      : speech.thinks('executing', `${formatQuestionId(question)}: ${describeIntention(view, words)}`);
  if (passage === null) return speech.thinks('thinking', 'Nothing is left to do.');
  const tag = createPassageTag(passage.title);
  if (muses)
    return speech.thinks(
      'thinking',
      `${passage.title}: whole, or its facts only? Whole; details will be asked for.`,
    );
  return speech.thinks('executing', `${passage.title}: kept whole, as ${tag}.`);
}

function describeIntention(view: View, words: SubjectWordCache): string {
  const found = recallAnswer(view, words);
  if (isSufficientFinding(found)) return `I have it, in ${found.tags.join(' and ')}.`;
  if (!canLoadMore(view, view.left - 1)) return 'not found; the nearest has to do.';
  return view.loads === 0 ? 'not in working memory; I load it.' : 'that was not it; I search again.';
}

function writeCarefulAction(view: View, speech: Speech, words: SubjectWordCache): string {
  const { passage, question } = view;
  if (question === null)
    return passage === null
      ? speech.does('storage_load', 'task')
      : speech.does('working_memory_add', createPassageTag(passage.title), passage.text);
  const found = recallAnswer(view, words);
  if (!isSufficientFinding(found) && canLoadMore(view, view.left))
    return speech.does('storage_load', buildLoadQuery(question.text, view.loads, found, words));
  return speech.does('working_memory_add', formatAnswerTag(question), buildRecalledAnswer(found));
}

/** @param left answers left, the one that would load included */
const canLoadMore = ({ loads, canLoad }: View, left: number): boolean =>
  canLoad && loads < MAX_LOADS && left >= LOAD_TAKES;

const isSufficientFinding = (found: Found | null): found is Found => found !== null && found.share >= ENOUGH;

/** The question's words; on the second try those that are missing, and the names to which what was found leads. */
function buildLoadQuery(
  question: string,
  loads: number,
  found: Found | null,
  words: SubjectWordCache,
): string {
  const wanted = [...words.of(question)];
  if (loads === 0 || found === null) return wanted.join(' ');
  const missing = wanted.filter(word => !found.sentence.words.has(word));
  const names = extractNames(found.sentence.text).filter(name => !wanted.includes(name));
  const search = [...names, ...missing];
  return (search.length > 0 ? search : wanted).join(' ');
}

/** Words with a capital in the middle of a sentence, in lower case. */
const extractNames = (sentence: string): readonly string[] =>
  [...sentence.matchAll(/(?<=[\p{L}\p{N},;:] )\p{Lu}\p{L}+/gu)].map(([name]) => name.toLowerCase());

/** The oldest entries until half of the limit is left, sparing those that answer the open question. */
function selectEntriesToPage(view: View, words: SubjectWordCache): readonly string[] {
  const found = recallAnswer(view, words);
  const needed = isSufficientFinding(found) ? found.tags : [];
  return selectOldestToEvict(view, view.limit / 2, needed);
}
