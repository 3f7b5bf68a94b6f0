import { formatAnswerTag, formatQuestionId } from '../task/librarianTask.ts';
import { createPassageTag } from './createPassageTag.ts';
import { selectOldestToEvict, type View } from './createReaderView.ts';
import type { Speech } from './readerSpeech.ts';
import { buildRecalledAnswer, type Found, recallAnswer } from './recallAnswer.ts';
import type { SubjectWordCache } from './subjectWords.ts';

/** Share of a question's words that what is in front must have to be taken for the answer. */
const ENOUGH = 0.8;
/** Most loads for one question, and the answers that one takes with what follows it. */
const MOST_LOADS = 2;
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
  canLoad && loads < MOST_LOADS && left >= LOAD_TAKES;

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
