import { formatAnswerTag, formatQuestionId } from '../task/librarianTask.ts';
import { createPassageTag } from './createPassageTag.ts';
import { selectOldestToEvict, type View } from './createReaderView.ts';
import type { Speech } from './readerSpeech.ts';
import { buildRecalledAnswer, recallAnswer } from './recallAnswer.ts';
import type { SubjectWordCache } from './subjectWords.ts';

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
