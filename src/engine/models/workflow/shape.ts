import type { AnswerShape } from '../../oracle/oracle.ts';
import { ACTIONS } from './words.ts';

const literal = (words: string): string => JSON.stringify(words);
const oneOf = (words: readonly string[]): string => `(${words.map(literal).join(' | ')})`;
const objectOf = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/**
 * Constraint on actions, for servers and runtimes that can enforce one; most actions have nothing to note.
 */
export const ACTION_SHAPE: AnswerShape = {
  schema: objectOf({
    action: { type: 'string', enum: ACTIONS },
    note: { anyOf: [{ type: 'string', maxLength: 120 }, { type: 'null' }] },
  }),
  grammar: `root ::= ${literal('{"action":"')} ${oneOf(ACTIONS)} ${literal('","note":')} note ${literal('}')}
note ::= "null" | ${literal('"')} [^"\\\\\\x00-\\x1f]{0,120} ${literal('"')}`,
};

/** The same for the choice of a transition step. */
export const choiceShape = (keys: readonly string[]): AnswerShape => ({
  schema: objectOf({ choice: { type: 'string', enum: keys } }),
  grammar: `root ::= ${literal('{"choice":')} ${oneOf(keys.map(literal))} ${literal('}')}`,
});
