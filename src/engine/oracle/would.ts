import { formatQuotedText } from '../core/formatQuotedText.ts';
import type { Answer, Question } from './oracle.ts';

/** What an answer would do, were it taken. */
export interface Would {
  /** What a change of the run gives as the answer: the action of an option, or a text; null where there is nothing to give. */
  readonly answer: string | null;
  /** What it would do, or why it cannot be read: "like", "search for “tariffs”", "not read: no object in it". */
  readonly words: string;
}

type Read = { readonly words: string } | { readonly reason: string };

/** What an answer to a choice would do. @param option that it leads to; −1 for none */
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

/** What an answer in words would do. @param read reads it, or says why it cannot be read */
export function predictTextEffect(answer: Answer, read: (text: string) => Read): Would {
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
