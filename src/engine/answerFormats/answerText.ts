import type { Answer, Source } from '../oracle.ts';

/** The text of an answer, or why there is none. `isSaid`: a model said something, and it was of no use. */
type AnswerText =
  | { readonly text: string }
  | { readonly text: null; readonly isSaid: boolean; readonly reason: string };

/** What an answer says where a text was asked for. */
export function answerText(answer: Answer): AnswerText {
  switch (answer.kind) {
    case 'text':
      return { text: answer.text };
    case 'late':
      return { text: null, isSaid: false, reason: 'no answer came in time' };
    case 'unusable':
      return { text: null, isSaid: answer.said === true, reason: answer.reason };
    default:
      return { text: null, isSaid: true, reason: 'a choice where a text was asked for' };
  }
}

/** Who answered, as a row records it: a late or unusable answer counts as such. */
export function sourceOf(answer: Answer): Source {
  if (answer.kind === 'late') return 'late';
  return answer.kind === 'unusable' ? 'fallback' : answer.source;
}
