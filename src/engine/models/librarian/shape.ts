import type { AnswerShape } from '../../oracle/oracle.ts';
import type { AgentConfig } from './inputs/agentConfig.ts';
import { ACTIONS, type LibrarianStateName, PAGE_OUT } from './words.ts';

const text = { type: 'string' };
const objectOf = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const agentOf = (properties: Readonly<Record<string, unknown>>) => objectOf({ agent: objectOf(properties) });
const literal = (words: string): string => JSON.stringify(words);
const oneOf = (words: readonly string[]): string => `(${words.map(literal).join(' | ')})`;

/**
 * Constraint on answers, for servers and runtimes that can enforce one: a schema for JSON, a grammar alone
 * for XML.
 */
export function shapeOf(config: AgentConfig, state: LibrarianStateName, asJson: boolean): AnswerShape {
  const types = state === 'paging' ? [PAGE_OUT] : ACTIONS.filter(type => config.actions[type] !== undefined);
  if (asJson) return { schema: schemaOf(state, types), grammar: jsonGrammar(state, types) };
  return { schema: null, grammar: xmlGrammar(state, types) };
}

function schemaOf(state: LibrarianStateName, types: readonly string[]): Readonly<Record<string, unknown>> {
  if (state === 'thinking')
    return agentOf({ next_state: { type: 'string', enum: ['thinking', 'executing'] }, thinking_log: text });
  const value = state === 'paging' ? {} : { value: text };
  return agentOf({ action: objectOf({ type: { type: 'string', enum: types }, tags: text, ...value }) });
}

const XML_RULES =
  'tags ::= [a-zA-Z0-9_, ]{1,100}\nsaid ::= [^<&\\x00-\\x09\\x0b-\\x1f]+\nthought ::= [^<&\\x00-\\x1f]{1,200}';

function xmlGrammar(state: LibrarianStateName, types: readonly string[]): string {
  if (state === 'thinking')
    return `root ::= "<agent><next_state>" ${oneOf(['thinking', 'executing'])} "</next_state><thinking_log>" thought "</thinking_log></agent>"\n${XML_RULES}`;
  const value = state === 'paging' ? '' : '("<value>" said "</value>")? ';
  return `root ::= "<agent><action><type>" ${oneOf(types)} "</type><tags>" tags "</tags>" ${value}"</action></agent>"\n${XML_RULES}`;
}

const JSON_RULES = 'said ::= [^"\\\\\\x00-\\x1f]*\nshort ::= [^"\\\\\\x00-\\x1f]{1,100}';

function jsonGrammar(state: LibrarianStateName, types: readonly string[]): string {
  const end = literal('"}}');
  if (state === 'thinking')
    return `root ::= ${literal('{"agent":{"next_state":"')} ${oneOf(['thinking', 'executing'])} ${literal('","thinking_log":"')} said ${end}\n${JSON_RULES}`;
  const value = state === 'paging' ? '' : `${literal('","value":"')} said `;
  return `root ::= ${literal('{"agent":{"action":{"type":"')} ${oneOf(types)} ${literal('","tags":"')} short ${value}${literal('"}}}')}\n${JSON_RULES}`;
}
