import { answerTag, questionId } from '../task/task.ts';
import { answerFrom, recalled } from './recall.ts';
import type { Speech } from './said.ts';
import { tagFor } from './tag.ts';
import { oldestUntil, type View } from './view.ts';
import type { Words } from './words.ts';

/** Keeps each passage whole, lets the oldest go when told to, and never looks into storage: a window over the text. */
export function sliding(view: View, speech: Speech, words: Words): string {
  const { state, passage, question } = view;
  if (state === 'paging') return speech.moves(oldestUntil(view, view.limit));
  if (question !== null) {
    if (state === 'thinking')
      return speech.thinks('executing', `${questionId(question)}: I look through what is in front of me.`);
    return speech.does('working_memory_add', answerTag(question), answerFrom(recalled(view, words)));
  }
  if (passage === null) return speech.thinks('thinking', 'Nothing is left to do.');
  return state === 'thinking'
    ? speech.thinks('executing', `${passage.title}: next.`)
    : speech.does('working_memory_add', tagFor(passage.title), passage.text);
}
