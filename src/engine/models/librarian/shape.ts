import type { AnswerShape } from '../../oracle/oracle.ts';
import type { AgentConfig } from './inputs/agentConfig.ts';
import { ACTIONS, type LibrarianStateName, PAGE_OUT } from './words.ts';

const text = { type: 'string' };
const createLibrarianObjectSchema = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const createAgentSchema = (properties: Readonly<Record<string, unknown>>) =>
  createLibrarianObjectSchema({ agent: createLibrarianObjectSchema(properties) });
const createLibrarianLiteral = (words: string): string => JSON.stringify(words);
const createLibrarianChoice = (words: readonly string[]): string =>
  `(${words.map(createLibrarianLiteral).join(' | ')})`;

/**
 * Constraint on answers, for servers and runtimes that can enforce one: a schema for JSON, a grammar alone
 * for XML.
 */
export function buildLibrarianAnswerShape(
  config: AgentConfig,
  state: LibrarianStateName,
  asJson: boolean,
): AnswerShape {
  const types = state === 'paging' ? [PAGE_OUT] : ACTIONS.filter(type => config.actions[type] !== undefined);
  if (asJson)
    return { schema: buildLibrarianSchema(state, types), grammar: buildLibrarianJsonGrammar(state, types) };
  return { schema: null, grammar: buildLibrarianXmlGrammar(state, types) };
}

function buildLibrarianSchema(
  state: LibrarianStateName,
  types: readonly string[],
): Readonly<Record<string, unknown>> {
  if (state === 'thinking')
    return createAgentSchema({
      next_state: { type: 'string', enum: ['thinking', 'executing'] },
      thinking_log: text,
    });
  const value = state === 'paging' ? {} : { value: text };
  return createAgentSchema({
    action: createLibrarianObjectSchema({ type: { type: 'string', enum: types }, tags: text, ...value }),
  });
}

const XML_RULES =
  'tags ::= [a-zA-Z0-9_, ]{1,100}\nsaid ::= [^<&\\x00-\\x09\\x0b-\\x1f]+\nthought ::= [^<&\\x00-\\x1f]{1,200}';

function buildLibrarianXmlGrammar(state: LibrarianStateName, types: readonly string[]): string {
  if (state === 'thinking')
    return `root ::= "<agent><next_state>" ${createLibrarianChoice(['thinking', 'executing'])} "</next_state><thinking_log>" thought "</thinking_log></agent>"\n${XML_RULES}`;
  const value = state === 'paging' ? '' : '("<value>" said "</value>")? ';
  return `root ::= "<agent><action><type>" ${createLibrarianChoice(types)} "</type><tags>" tags "</tags>" ${value}"</action></agent>"\n${XML_RULES}`;
}

const JSON_RULES = 'said ::= [^"\\\\\\x00-\\x1f]*\nshort ::= [^"\\\\\\x00-\\x1f]{1,100}';

function buildLibrarianJsonGrammar(state: LibrarianStateName, types: readonly string[]): string {
  const end = createLibrarianLiteral('"}}');
  if (state === 'thinking')
    return `root ::= ${createLibrarianLiteral('{"agent":{"next_state":"')} ${createLibrarianChoice(['thinking', 'executing'])} ${createLibrarianLiteral('","thinking_log":"')} said ${end}\n${JSON_RULES}`;
  const value = state === 'paging' ? '' : `${createLibrarianLiteral('","value":"')} said `;
  return `root ::= ${createLibrarianLiteral('{"agent":{"action":{"type":"')} ${createLibrarianChoice(types)} ${createLibrarianLiteral('","tags":"')} short ${value}${createLibrarianLiteral('"}}}')}\n${JSON_RULES}`;
}
