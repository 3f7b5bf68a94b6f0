import type { Answer } from '../../../oracle.ts';
import type { Step } from '../step.ts';
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
  switch (answer.kind) {
    case 'late':
      return { kind: 'unanswered', said: null, reason: 'no answer came in time', advice: null };
    case 'unusable':
      return answer.said
        ? unreadable(answer.reason, null)
        : { kind: 'unanswered', said: null, reason: answer.reason, advice: null };
    case 'text': {
      const read = readAnswer(answer.text);
      if ('reason' in read) return unreadable(read.reason, answer.text);
      return { kind: 'said', said: answer.text, read };
    }
    default:
      return unreadable('a choice where a text was asked for', null);
  }
}

const unreadable = (reason: string, said: string | null): ParsedAnswer => ({
  kind: 'unreadable',
  said,
  reason,
  advice: `Your last answer could not be read: ${reason}. Answer with one JSON object and nothing else.`,
});

/** Source of an answer as a row records it; late and unusable answers have sources of their own. */
export function sourceOf(answer: Answer): Step['source'] {
  if (answer.kind === 'late') return 'late';
  return answer.kind === 'unusable' ? 'fallback' : answer.source;
}
