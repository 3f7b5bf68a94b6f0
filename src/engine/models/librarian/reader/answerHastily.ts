import { formatAnswerTag, formatQuestionId } from '../task/librarianTask.ts';
import type { View } from './createReaderView.ts';
import type { Speech } from './readerSpeech.ts';
import { buildRecalledAnswer, recallAnswer } from './recallAnswer.ts';
import type { SubjectWordCache } from './subjectWords.ts';

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
