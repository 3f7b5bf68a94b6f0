import type { Action, ToolCall } from './missionStep.ts';

/** Full-text search; argument `query`. */
export const SEARCH_TOOL = 'context.fts_search';
/** Reading of one document whole; argument `title`, as a search has shown it, or its name. */
export const READ_TOOL = 'context.read_document';
/** Names of the tools. */
export const TOOLS = [SEARCH_TOOL, READ_TOOL] as const;
/** Name of a tool. */
type Tool = (typeof TOOLS)[number];

/** The argument that each tool takes. */
export const ARGUMENTS: Readonly<Record<Tool, 'query' | 'title'>> = {
  [SEARCH_TOOL]: 'query',
  [READ_TOOL]: 'title',
};

/** A tool that there is, by its name. */
export const findToolByName = (name: string): Tool | undefined =>
  TOOLS.find(tool => tool === name.toLowerCase());

type Called = Pick<ToolCall | (Action & { kind: 'tool' }), 'tool' | 'args'>;

/** Subject of a call: the query of a search, the title of a document; null if it has neither. */
export function getCallSubject({ tool, args }: Called): string | null {
  const named = findToolByName(tool);
  const subject = named === undefined ? undefined : args[ARGUMENTS[named]];
  return typeof subject === 'string' ? subject : null;
}

/** "searched for", "read": to be followed by what it was about. */
export const describeToolVerb = ({ tool }: Pick<Called, 'tool'>): string =>
  tool === READ_TOOL ? 'read' : 'searched for';
