import { cleanTextLine } from '../../core/cleanTextLine.ts';
import type { ChoiceOption } from '../oracle.ts';
import {
  type AnswerObject,
  explainMissingObject,
  findAnswerObjects,
  getCleanTextField,
  getOwnProperty,
  NO_OBJECT,
} from './objects.ts';
import { stripThoughts } from './thoughts.ts';

/** UTF-16 units of an answer that are examined. */
const MAX_CHOICE_ANSWER_LENGTH = 40_000;
/** Maximum words of an answer without an object: the decision of a longer one is unclear. */
const MAX_BARE_ANSWER_WORDS = 3;
/** Fields by which models name the action, the right one first. */
const ACTION_FIELDS = ['action', 'decision', 'choice', 'option'] as const;

/** An option, with the text that the model wrote for it. */
interface ReadChoice {
  readonly option: number;
  readonly text?: string;
}
type Reason = { readonly reason: string };

/**
 * The option that an answer names, however a model has wrapped or broken it: in an object, with prose around it or
 * not, or as a bare word. `action` counts, by its name or a synonym; a `next_state` that contradicts it makes it
 * unusable, and alone it stands for the first option that leads there.
 */
export function parseChoiceReply(options: readonly ChoiceOption[], raw: string): ReadChoice | Reason {
  const text = stripThoughts(raw).slice(0, MAX_CHOICE_ANSWER_LENGTH);
  let reason: string | null = null;
  for (const { fields, text: part } of findAnswerObjects(text)) {
    const read = hasUniqueKeys(part) ? findOptionInFields(options, fields) : AMBIGUOUS;
    if (!('reason' in read)) return read;
    reason ??= read.reason;
  }
  if (reason !== null) return { reason };
  const bare = findOptionByName(options, stripShortAnswer(text));
  return bare < 0 ? { reason: explainMissingObject(text) ?? NO_OBJECT } : { option: bare };
}

const AMBIGUOUS: Reason = { reason: 'the answer names its action twice' };

/** Outside of texts: JSON.parse would silently take the last of two. */
function hasUniqueKeys(part: string): boolean {
  const outside = part.replace(/:\s{0,8}"(?:[^"\\]|\\.)*"/g, ': 0');
  return ['action', 'next_state'].every(name => outside.split(`"${name}"`, 3).length <= 2);
}

function findOptionInFields(options: readonly ChoiceOption[], fields: AnswerObject): ReadChoice | Reason {
  const action =
    ACTION_FIELDS.map(name => getCleanTextField(fields, name)).find(name => name !== null) ?? null;
  const state = getCleanTextField(fields, 'next_state')?.toLowerCase() ?? null;
  if (action === null && state === null) return { reason: 'the answer names no action' };
  // As it is written first: an author's own names may differ in case alone.
  const exact = options.findIndex(({ action: name }) => name === getOwnProperty(fields, 'action'));
  const option =
    exact >= 0
      ? exact
      : action === null
        ? findOptionLeadingTo(options, state)
        : findOptionByName(options, action);
  if (option < 0) return { reason: 'option outside the set' };
  if (state !== null && ![state, getOwnProperty(fields, 'next_state')].includes(options[option].nextState))
    return { reason: 'next_state contradicts action' };
  const text = getOwnProperty(fields, 'text');
  const written = typeof text === 'string' && options[option].writes ? cleanTextLine(text) : '';
  return written === '' ? { option } : { option, text: written };
}

const findOptionLeadingTo = (options: readonly ChoiceOption[], state: string | null): number =>
  options.findIndex(({ nextState }) => nextState === state);

/** The option of a name or a synonym; −1 for none. */
function findOptionByName(options: readonly ChoiceOption[], name: string): number {
  const word = name.trim().toLowerCase();
  const named = options.findIndex(({ action }) => action === word);
  if (named >= 0) return named;
  const known = options.findIndex(({ synonyms }) => synonyms?.includes(word));
  return known >= 0 ? known : findOptionLeadingTo(options, word);
}

/** A short answer without quotation marks and full stop; empty for a long one. */
function stripShortAnswer(text: string): string {
  const words = text
    .slice(0, 200)
    .replace(/["'`*.!“”]/g, ' ')
    .trim()
    .split(/\s+/);
  return text.length > 200 || words.length > MAX_BARE_ANSWER_WORDS ? '' : words.join(' ');
}
