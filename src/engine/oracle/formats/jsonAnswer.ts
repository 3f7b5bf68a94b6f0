import { MAX_POST_LENGTH } from '../../core/cleanTextLine.ts';
import type { ChoiceOption, ChoiceQuestion } from '../oracle.ts';
import type { Prompt } from './prompt.ts';

type Schema = Readonly<Record<string, unknown>>;
type Reason = { readonly reason: string };

/** One JSON object names state and action. */
export function buildJsonPrompt(question: ChoiceQuestion, texts: boolean): Prompt {
  const lines = question.options.map(
    ({ nextState, action, meaning }) => `${nextState}/${action}: ${meaning}`,
  );
  return { system: buildJsonSystemPrompt(question.rules, lines.join('\n'), texts), user: question.situation };
}

const buildJsonSystemPrompt = (rules: string, options: string, texts: boolean): string =>
  `${rules}\nOptions (next_state/action):\n${options}\nAnswer with one JSON object {"next_state": …, "action": …${texts ? ', "text": …' : ''}} and nothing else.${
    texts ? ' text: what the person writes, one or two sentences; empty where nothing is written.' : ''
  }`;

/** Schema of the answer, for servers that can enforce one. */
export function buildJsonAnswerSchema(options: readonly ChoiceOption[], texts: boolean): Schema {
  const properties = {
    next_state: { type: 'string', enum: [...new Set(options.map(o => o.nextState))] },
    action: { type: 'string', enum: options.map(o => o.action) },
    ...(texts && { text: { type: 'string', maxLength: MAX_POST_LENGTH } }),
  };
  return buildObjectSchema(properties);
}

/**
 * The question for a whole kind if letters have no log-probabilities: the number of a hundred such people for each
 * option.
 */
export function buildSharesPrompt(question: ChoiceQuestion): Prompt {
  const lines = question.options.map(({ action, meaning }) => `${action}: ${meaning}`);
  return { system: buildSharesSystemPrompt(question.rules, lines.join('\n')), user: question.situation };
}

const buildSharesSystemPrompt = (rules: string, options: string): string =>
  `${rules}\nOptions:\n${options}\nOf 100 such people, how many take each option? Answer with one JSON object from option to number and nothing else.`;

/** An explicit list, because not every server can enforce a range of numbers. */
export const OFFERED_SHARES = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90,
  92, 94, 95, 96, 97, 98, 99, 100,
];

/** JSON Schema of an object with one weight for each option, by its action. */
export const buildSharesSchema = (options: readonly ChoiceOption[]): Schema =>
  buildObjectSchema(
    Object.fromEntries(options.map(o => [o.action, { type: 'integer', enum: OFFERED_SHARES }])),
  );

/** Weights as probabilities; they need not sum to a hundred, but none may be missing or negative. */
export function parseSharesAnswer(
  options: readonly ChoiceOption[],
  raw: string,
): { readonly probabilities: readonly number[] } | Reason {
  const answer = parseSingleObject(raw);
  if (answer === null) return { reason: 'not one JSON object' };
  const weights = options.map(o => answer[o.action]);
  const numbers = weights.filter((w): w is number => typeof w === 'number' && w >= 0 && w <= 1e6);
  if (numbers.length !== options.length) return { reason: 'a share is missing or no number' };
  const sum = numbers.reduce((total, w) => total + w, 0);
  if (!(sum > 0)) return { reason: 'no probability on any option' };
  return { probabilities: numbers.map(w => w / sum) };
}

const buildObjectSchema = (properties: Schema): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** A name that occurs twice in an object, at any depth; JSON.parse would silently take the last. */
const JSON_KEY = /"((?:[^"\\]|\\.)*)"\s*:/g;

const FENCE = '```';

/**
 * The content of a fence (``` or ```json). Not a regular expression: those can take hours on a model's white
 * space.
 */
function stripCodeFence(text: string): string {
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE) || text.length < 2 * FENCE.length) return text;
  const inner = text.slice(FENCE.length, -FENCE.length);
  return (inner.startsWith('json') ? inner.slice(4) : inner).trim();
}

/** The one object in a text; a fence around it is forgiven, prose or a second object is not. */
function parseSingleObject(raw: string): Record<string, unknown> | null {
  const bare = stripCodeFence(raw.trim());
  try {
    const value: unknown = JSON.parse(bare);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const outside = bare.replace(/:\s*"(?:[^"\\]|\\.)*"/g, ': 0');
    const names = [...outside.matchAll(JSON_KEY)].map(match => match[1]);
    return new Set(names).size === names.length ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
