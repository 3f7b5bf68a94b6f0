import { answerTag, questionId } from '../task/task.ts';
import { answerFrom, recalled } from './recall.ts';
import type { Speech } from './said.ts';
import { tagFor } from './tag.ts';
import type { View } from './view.ts';
import type { Words } from './words.ts';

/** Keeps each passage whole, lets the oldest go when told to, and never looks into storage: a window over the text. */
export function sliding(view: View, speech: Speech, words: Words): string {
  const { state, passage, question } = view;
  if (state === 'paging') return speech.moves(beyondWindow(view));
  if (question !== null) {
    if (state === 'thinking')
      return speech.thinks('executing', `${questionId(question)}: I look through what is in front of me.`);
    const found = recalled(view, words);
    return speech.does(
      'working_memory_add',
      answerTag(question),
      found === null ? 'I do not know.' : answerFrom(found),
    );
  }
  if (passage === null) return speech.thinks('thinking', 'Nothing is left to do.');
  return state === 'thinking'
    ? speech.thinks('executing', `${passage.title}: next.`)
    : speech.does('working_memory_add', tagFor(passage.title), passage.text);
}

/** The oldest entries, as many as have to go. */
function beyondWindow({ working, workingTokens, limit }: View): readonly string[] {
  const tags: string[] = [];
  let left = workingTokens;
  for (const { tag, tokens } of working) {
    if (left <= limit) break;
    tags.push(tag);
    left -= tokens;
  }
  return tags;
}
