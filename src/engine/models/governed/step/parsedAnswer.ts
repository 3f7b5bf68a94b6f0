import { answerText } from '../../../answerFormats/answerText.ts';
import type { Answer } from '../../../oracle.ts';
import { type ReadAnswer, readAnswer } from './answer.ts';

/** An answer after parsing, before it has any effect. */
export type ParsedAnswer =
  | { readonly kind: 'unanswered'; readonly said: null; readonly reason: string; readonly advice: null }
  | {
      readonly kind: 'unreadable';
      readonly said: string | null;
      readonly reason: string;
      readonly advice: string;
    }
  | { readonly kind: 'said'; readonly said: string; readonly read: ReadAnswer };

/** Parses an answer; nothing is checked against the chart yet. */
export function parseAnswer(answer: Answer): ParsedAnswer {
  const heard = answerText(answer);
  if (heard.text === null)
    return heard.isSaid
      ? unreadable(heard.reason, null)
      : { kind: 'unanswered', said: null, reason: heard.reason, advice: null };
  const { text } = heard;
  const read = readAnswer(text);
  return 'reason' in read ? unreadable(read.reason, text) : { kind: 'said', said: text, read };
}

const unreadable = (reason: string, said: string | null): ParsedAnswer => ({
  kind: 'unreadable',
  said,
  reason,
  advice: `Your last answer could not be read: ${reason}. Answer with one JSON object and nothing else.`,
});
