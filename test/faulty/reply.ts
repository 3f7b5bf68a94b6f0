import type { Ask, Schema } from './ask.ts';
import { type Chance, pick } from './chance.ts';

export interface Token {
  readonly token: string;
  readonly logprob: number;
}

/** A model’s reply before a dialect wraps it. */
export interface Reply {
  /** A string, unless a fault makes it something else. */
  readonly content: unknown;
  /** The tokens that might have come first, likeliest first; null where none were asked for. */
  readonly tokens: readonly Token[] | null;
  readonly thinking?: string;
  readonly reason: 'stop' | 'length';
}

/** The state that each action leads to. */
export const NEXT_STATE: Readonly<Record<string, string>> = {
  like: 'engaging_like',
  reply: 'composing',
  reshare: 'composing',
  ignore: 'scrolling',
};
const REMARK = 'Well said, thank you.';

/** A right answer, the same for the same seed and prompt. */
export function rightReply(ask: Ask, chance: Chance, letters: number): Reply {
  if (ask.form === 'text') return { content: REMARK, tokens: null, reason: 'stop' };
  if (ask.form === 'json') {
    return { content: JSON.stringify(decision(ask.schema, chance)), tokens: null, reason: 'stop' };
  }
  const tokens = letterTokens(chance, letters);
  return { content: tokens[0].token.trim(), tokens: tokens.slice(0, ask.top), reason: 'length' };
}

/** Nine tenths on the letters, a fifth of that on the variant after a space; the rest on other words. */
function letterTokens(chance: Chance, count: number): readonly Token[] {
  const letters = Array.from({ length: count }, (_, i) => String.fromCharCode(65 + i));
  const weights = letters.map(letter => 0.05 + chance(`letter ${letter}`));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const tokens = letters.flatMap((letter, i) => [
    { token: letter, logprob: Math.log((0.72 * weights[i]) / sum) },
    { token: ` ${letter}`, logprob: Math.log((0.18 * weights[i]) / sum) },
  ]);
  const words = ['The', 'It', '\n'].map(token => ({ token, logprob: Math.log(0.03) }));
  return [...tokens, ...words].sort((a, b) => b.logprob - a.logprob);
}

/** Anything that obeys the schema; an action and its state fit each other. */
function decision(schema: Schema, chance: Chance): unknown {
  const value = obeying(schema, chance, '');
  const { action, next_state: chosen } = Object(value) as Record<string, unknown>;
  const fitting = NEXT_STATE[String(action)];
  const known = schema.properties?.next_state?.enum?.includes(fitting);
  return chosen !== undefined && known ? { ...Object(value), next_state: fitting } : value;
}

function obeying(schema: Schema, chance: Chance, path: string): unknown {
  if (schema.enum !== undefined) return pick(schema.enum, chance(path));
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 100 } = schema;
      return Math.round(minimum + chance(path) * (maximum - minimum));
    }
    case 'boolean':
      return chance(path) < 0.5;
    case 'array':
      return [obeying(schema.items ?? {}, chance, `${path}/0`)];
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, property]) => [
          key,
          obeying(property, chance, `${path}/${key}`),
        ]),
      );
    default:
      return REMARK;
  }
}
