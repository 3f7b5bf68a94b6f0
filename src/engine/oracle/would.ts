import { formatQuotedText } from '../core/formatQuotedText.ts';
import type { Answer, Question } from './oracle.ts';

/** Effect of an answer, if it were taken. */
export interface Would {
  /** The answer as a change of the run: the action of an option, or a text; null if there is none. */
  readonly answer: string | null;
  /** Its effect, or the reason why it cannot be read: "like", "search for “tariffs”", "not read: no object in it". */
  readonly words: string;
}

type PreviewedAnswer = { readonly words: string } | { readonly reason: string };

/** Effect of an answer to a choice. @param option that it leads to; −1 for none */
export function predictChoiceEffect(
  { options }: Question & { readonly kind: 'choice' },
  answer: Answer,
  option: number,
): Would {
  if (answer.kind === 'unusable' || answer.kind === 'late') return createUnansweredEffect(answer);
  const action = options[option]?.action;
  return action === undefined
    ? { answer: null, words: 'it leads to no option' }
    : { answer: action, words: action };
}

/** Effect of an answer in words. @param read reads it, or gives the reason why it cannot be read */
export function predictTextEffect(answer: Answer, read: (text: string) => PreviewedAnswer): Would {
  if (answer.kind === 'unusable' || answer.kind === 'late') return createUnansweredEffect(answer);
  if (answer.kind !== 'text') return { answer: null, words: 'a choice where a text was asked for' };
  const found = read(answer.text);
  return {
    answer: answer.text,
    words: 'reason' in found ? `not read: ${formatQuotedText(found.reason)}` : found.words,
  };
}

const createUnansweredEffect = (
  answer: { readonly kind: 'unusable'; readonly reason: string } | { readonly kind: 'late' },
): Would => ({
  answer: null,
  words:
    answer.kind === 'late'
      ? 'no answer came in time'
      : `it cannot be used: ${formatQuotedText(answer.reason)}`,
});
