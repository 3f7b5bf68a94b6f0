import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { memoizeByText } from '../../../oracle/formats/memoizeByText.ts';
import {
  explainMissingObject,
  findAnswerObjects,
  getCleanTextField,
  getOwnProperty,
} from '../../../oracle/formats/objects.ts';
import { parseTextAnswer } from '../../../oracle/formats/parseTextAnswer.ts';
import { stripThoughts } from '../../../oracle/formats/thoughts.ts';
import type { Answer } from '../../../oracle/oracle.ts';
import { type ActionName, type Failure, MARKET_ACTIONS, type Match } from '../workflowTerms.ts';
import { findWholeWord } from './findWholeWord.ts';

/** UTF-16 units of an agent's note on its action. */
const MAX_NOTE_LENGTH = 200;

/** A parsed answer, with the failure of the step that it makes. */
type StepAnswer<Read> =
  | { readonly failure: Failure; readonly said: string | null; readonly reason: string }
  | { readonly failure: null; readonly said: string; readonly read: Read };

/** The action that an answer names. */
interface ReadAction {
  readonly action: ActionName;
  readonly note: string;
  readonly mended: readonly string[];
}

/** The key of a transition step that an answer names. */
interface ReadChoice {
  /** The key as the map has it. */
  readonly key: string;
  readonly match: Match;
}

/** Parses the answer to an llm step. */
export const parseActionAnswer = (answer: Answer): StepAnswer<ReadAction> =>
  parseStepAnswer(answer, 'unreadable', readStepAction);

/** Parses the answer to a transition step. @param keys of its map */
export const parseChoiceAnswer = (answer: Answer, keys: readonly string[]): StepAnswer<ReadChoice> =>
  parseStepAnswer(answer, 'unmapped', text => readTransitionChoice(text, keys));

/** @param failure of the step if a text cannot be read */
function parseStepAnswer<Read extends object>(
  answer: Answer,
  failure: Failure,
  read: (text: string) => Read | { readonly reason: string },
): StepAnswer<Read> {
  const parsed = parseTextAnswer(answer, read);
  if (parsed.kind === 'said') return { failure: null, said: parsed.said, read: parsed.read };
  const { said, reason } = parsed;
  return { failure: said === null ? parsed.kind : failure, said, reason };
}

/** Answers that are kept as they were read: agents say the same things over and over. */
const MAX_CACHED_ANSWERS = 4096;

/** `{"action": "make", "note": "…"}`, or the one word. */
export const readStepAction: (text: string) => ReadAction | { readonly reason: string } = memoizeByText(
  readAction,
  MAX_CACHED_ANSWERS,
);

function readAction(text: string): ReadAction | { readonly reason: string } {
  const answer = stripThoughts(text);
  const word = stripAnswerMarks(answer);
  const alone = MARKET_ACTIONS.find(action => action === word);
  if (alone !== undefined) return { action: alone, note: '', mended: ['one word instead of an object'] };
  let named: string | null = null;
  for (const { fields, mended } of findAnswerObjects(answer)) {
    const name = getCleanTextField(fields, 'action');
    named ??= name;
    const action = MARKET_ACTIONS.find(action => action === name?.trim().toLowerCase());
    if (action === undefined) continue;
    const note = getOwnProperty(fields, 'note');
    return { action, note: typeof note === 'string' ? cleanTextLine(note, MAX_NOTE_LENGTH) : '', mended };
  }
  if (named !== null) return { reason: `there is no action “${named}”` };
  return { reason: explainMissingObject(answer) ?? 'its object names no action' };
}

/**
 * The key that an answer consists of, or the first that it mentions as a word of its own, regardless of case.
 * Of two keys that begin at the same place, the longer counts.
 */
export function readTransitionChoice(
  text: string,
  keys: readonly string[],
): ReadChoice | { readonly reason: string } {
  const answer = stripThoughts(text);
  const exact = findExactKey(answer, keys);
  if (exact !== null) return { key: exact, match: 'exact' };
  const folded = answer.toLowerCase();
  let best: { readonly key: string; readonly at: number } | null = null;
  for (const key of keys) {
    const at = findWholeWord(folded, key.toLowerCase());
    if (at < 0) continue;
    if (best === null || at < best.at || (at === best.at && key.length > best.key.length)) best = { key, at };
  }
  if (best !== null) return { key: best.key, match: 'mentioned' };
  return { reason: `it mentions none of ${keys.join(', ')}` };
}

/** The key that is the whole answer, or its object's `choice`. */
function findExactKey(answer: string, keys: readonly string[]): string | null {
  const find = (word: string) => keys.find(key => key.toLowerCase() === word) ?? null;
  const whole = find(answer.trim().toLowerCase()) ?? find(stripAnswerMarks(answer));
  if (whole !== null || !answer.includes('{')) return whole;
  for (const { fields } of findAnswerObjects(answer)) {
    const choice = getCleanTextField(fields, 'choice');
    const key = choice === null ? null : find(choice.trim().toLowerCase());
    if (key !== null) return key;
  }
  return null;
}

/** The answer without surrounding quotation marks, fences and full stop. */
const stripAnswerMarks = (answer: string): string =>
  (answer.trim().length > 400 ? '' : answer.trim())
    .replace(/^[\s"'`*“”‘’(]+|[\s"'`*“”‘’).!]+$/g, '')
    .toLowerCase();
