import { answerText } from '../../../answerFormats/answerText.ts';
import type { Answer } from '../../../oracle.ts';
import { type ReadAnswer, readAnswer } from '../answer/read.ts';

/** An answer after parsing, before it has any effect. */
export type ParsedAnswer =
  | { readonly kind: 'unanswered'; readonly said: null; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly said: string | null; readonly reason: string }
  | { readonly kind: 'said'; readonly said: string; readonly read: ReadAnswer };

/** Parses an answer; nothing is checked against the chart yet. */
export function parseAnswer(answer: Answer): ParsedAnswer {
  const heard = answerText(answer);
  if (heard.text === null)
    return { kind: heard.isSaid ? 'unreadable' : 'unanswered', said: null, reason: heard.reason };
  const { text } = heard;
  const read = readAnswer(text);
  return 'reason' in read
    ? { kind: 'unreadable', said: text, reason: read.reason }
    : { kind: 'said', said: text, read };
}
