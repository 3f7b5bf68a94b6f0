import type { Answer } from '../../../oracle.ts';
import { type ReadAnswer, readAnswer } from '../answer/read.ts';
import type { Step } from './step.ts';

/** An answer after parsing, before it has any effect. */
export type ParsedAnswer =
  | { readonly kind: 'unanswered'; readonly said: null; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly said: string | null; readonly reason: string }
  | { readonly kind: 'said'; readonly said: string; readonly read: ReadAnswer };

/** Parses an answer; nothing is checked against the chart yet. */
export function parseAnswer(answer: Answer): ParsedAnswer {
  switch (answer.kind) {
    case 'late':
      return { kind: 'unanswered', said: null, reason: 'no answer came in time' };
    case 'unusable':
      return answer.said
        ? { kind: 'unreadable', said: null, reason: answer.reason }
        : { kind: 'unanswered', said: null, reason: answer.reason };
    case 'text': {
      const read = readAnswer(answer.text);
      return 'reason' in read
        ? { kind: 'unreadable', said: answer.text, reason: read.reason }
        : { kind: 'said', said: answer.text, read };
    }
    default:
      return { kind: 'unreadable', said: null, reason: 'a choice where a text was asked for' };
  }
}

/** Source of an answer as a row records it; late and unusable answers have sources of their own. */
export function sourceOf(answer: Answer): Step['source'] {
  if (answer.kind === 'late') return 'late';
  return answer.kind === 'unusable' ? 'fallback' : answer.source;
}
