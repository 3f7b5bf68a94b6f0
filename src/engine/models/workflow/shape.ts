import type { AnswerShape } from '../../oracle/oracle.ts';
import { ACTIONS } from './words.ts';

const createWorkflowLiteral = (words: string): string => JSON.stringify(words);
const createWorkflowChoice = (words: readonly string[]): string =>
  `(${words.map(createWorkflowLiteral).join(' | ')})`;
const createWorkflowObjectSchema = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/**
 * Constraint on actions, for servers and runtimes that can enforce one; most actions have nothing to note.
 */
export const ACTION_SHAPE: AnswerShape = {
  schema: createWorkflowObjectSchema({
    action: { type: 'string', enum: ACTIONS },
    note: { anyOf: [{ type: 'string', maxLength: 120 }, { type: 'null' }] },
  }),
  grammar: `root ::= ${createWorkflowLiteral('{"action":"')} ${createWorkflowChoice(ACTIONS)} ${createWorkflowLiteral('","note":')} note ${createWorkflowLiteral('}')}
note ::= "null" | ${createWorkflowLiteral('"')} [^"\\\\\\x00-\\x1f]{0,120} ${createWorkflowLiteral('"')}`,
};

/** The same for the choice of a transition step. */
export const buildChoiceShape = (keys: readonly string[]): AnswerShape => ({
  schema: createWorkflowObjectSchema({ choice: { type: 'string', enum: keys } }),
  grammar: `root ::= ${createWorkflowLiteral('{"choice":')} ${createWorkflowChoice(keys.map(createWorkflowLiteral))} ${createWorkflowLiteral('}')}`,
});
