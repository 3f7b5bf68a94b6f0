import { answerTag, questionId } from '../task/task.ts';
import type { Speech } from './said.ts';
import { tagFor } from './tag.ts';
import { answerFrom, bestSentence, type Found, type View } from './view.ts';
import type { Words } from './words.ts';

/** Share of a question's words that a sentence needs to be taken for the answer. */
const ENOUGH = 0.6;
/** Most loads for one question, and the answers that one takes with what follows it. */
const MOST_LOADS = 2;
const LOAD_TAKES = 3;
/** Probability of thinking twice about a passage or a question. */
const MUSES = 0.25;

/**
 * Files each passage whole under a tag that says what it is about, pages out the oldest, and loads before it
 * answers.
 */
export function careful(view: View, speech: Speech, words: Words, draw: () => number): string {
  switch (view.state) {
    case 'paging':
      return speech.moves(oldest(view, words));
    case 'executing':
      return act(view, speech, words);
    default:
      return think(view, speech, words, draw);
  }
}

function think(view: View, speech: Speech, words: Words, draw: () => number): string {
  const { passage, question, spent } = view;
  const muses = spent === 0 && draw() < MUSES;
  if (question !== null)
    return muses
      ? speech.thinks('thinking', `${questionId(question)}: what exactly is asked for?`)
      : speech.thinks('executing', `${questionId(question)}: ${intention(view, words)}`);
  if (passage === null) return speech.thinks('thinking', 'Nothing is left to do.');
  const tag = tagFor(passage.title);
  if (muses)
    return speech.thinks(
      'thinking',
      `${passage.title}: whole, or its facts only? Whole; details will be asked for.`,
    );
  return speech.thinks('executing', `${passage.title}: kept whole, as ${tag}.`);
}

function intention(view: View, words: Words): string {
  const found = bestSentence(view, words);
  if (isEnough(found)) return `I have it, in ${found.tag}.`;
  if (!mayLoad(view, view.left - 1)) return 'not found; the nearest has to do.';
  return view.loads === 0 ? 'not in working memory; I load it.' : 'that was not it; I search again.';
}

function act(view: View, speech: Speech, words: Words): string {
  const { passage, question } = view;
  if (question === null)
    return passage === null
      ? speech.does('storage_load', 'task')
      : speech.does('working_memory_add', tagFor(passage.title), passage.text);
  const found = bestSentence(view, words);
  if (!isEnough(found) && mayLoad(view, view.left))
    return speech.does('storage_load', searchFor(question.text, view.loads, words));
  return speech.does(
    'working_memory_add',
    answerTag(question),
    found === null ? 'I do not know.' : answerFrom(found),
  );
}

/** @param left answers left, the one that would load included */
const mayLoad = ({ loads, canLoad }: View, left: number): boolean =>
  canLoad && loads < MOST_LOADS && left >= LOAD_TAKES;

const isEnough = (found: Found | null): found is Found => found !== null && found.share >= ENOUGH;

/** The question's words; on the second try the longer half of them. */
function searchFor(question: string, loads: number, words: Words): string {
  const wanted = [...words.of(question)];
  if (loads === 0) return wanted.join(' ');
  const longest = [...wanted].sort((a, b) => b.length - a.length).slice(0, Math.ceil(wanted.length / 2));
  return longest.join(' ');
}

/** The oldest entries until half of the limit is left, sparing those that answer the open question. */
function oldest(view: View, words: Words): readonly string[] {
  const found = bestSentence(view, words);
  const needed = isEnough(found) ? found.tag : null;
  const tags: string[] = [];
  let left = view.workingTokens;
  for (const { tag, tokens } of view.working) {
    if (left <= view.limit / 2) break;
    if (tag === needed) continue;
    tags.push(tag);
    left -= tokens;
  }
  return tags;
}
