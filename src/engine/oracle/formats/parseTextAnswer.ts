import type { Answer, Source } from '../oracle.ts';

/**
 * A parsed answer, before it takes effect. `said` is the model's text; null if the answer has none, because none came
 * or the oracle could use none of it.
 */
export type ParsedAnswer<Read> =
  | { readonly kind: 'unanswered'; readonly said: null; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly said: string | null; readonly reason: string }
  | { readonly kind: 'said'; readonly said: string; readonly read: Read };

/** Parses the answer to a question for a text. @param read reads the text, or says why it cannot be read */
export function parseTextAnswer<Read extends object>(
  answer: Answer,
  read: (text: string) => Read | { readonly reason: string },
): ParsedAnswer<Read> {
  switch (answer.kind) {
    case 'late':
      return { kind: 'unanswered', said: null, reason: 'no answer came in time' };
    case 'unusable':
      return { kind: answer.said ? 'unreadable' : 'unanswered', said: null, reason: answer.reason };
    case 'text': {
      const answerText = answer.text;
      const found = read(answerText);
      return 'reason' in found
        ? { kind: 'unreadable', said: answerText, reason: found.reason }
        : { kind: 'said', said: answerText, read: found };
    }
    default:
      return { kind: 'unreadable', said: null, reason: 'a choice where a text was asked for' };
  }
}

/** Source of an answer in its row: a late or unusable answer counts as such. */
export function getAnswerSource(answer: Answer): Source {
  if (answer.kind === 'late') return 'late';
  return answer.kind === 'unusable' ? 'fallback' : answer.source;
}
