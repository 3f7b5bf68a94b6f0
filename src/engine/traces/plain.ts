import { at, isFields, listAt, textAt, unpacked } from './values.ts';

/** Levels of wrappers that are taken off. */
const MOST_WRAPPERS = 4;

/**
 * What a tool returned, without what frameworks wrap it in: LangChain's ToolMessage with the id of its call, an output under
 * `output`, lists of parts (text, json), the AI SDK's `{type, value}`. Equal results are equal then, whatever call they are of.
 */
export function plainResult(value: unknown): unknown {
  let held = value;
  for (let level = 0; level < MOST_WRAPPERS; level++) {
    const inner = unwrapped(held);
    if (inner === NOT_WRAPPED) break;
    held = inner;
  }
  return typeof held === 'string' ? withoutShellNotes(held) : held;
}

/** Whether what wraps a result marks it as a failure: `isError`, a ToolMessage of status error, `{type: "error-text", …}`. */
export function isFailedResult(value: unknown): boolean {
  let held = value;
  for (let level = 0; level < MOST_WRAPPERS && held !== NOT_WRAPPED; level++) {
    if (typeof held === 'string' && !(tellsOfErrors(held) && FAILURE_MARKS.test(held))) return false;
    const wrapper = unpacked(held);
    const fields = at(wrapper, 'kwargs') ?? wrapper;
    if (at(fields, 'isError') === true && Array.isArray(at(fields, 'content'))) return true;
    if (isToolMessage(fields) && at(fields, 'status') === 'error') return true;
    if (isTyped(fields) && /^error-/.test(textAt(fields, 'type') ?? '')) return true;
    held = unwrapped(held);
  }
  return false;
}

/** Whether a text has a word of errors: most have none, and expressions take longer to find that. */
export const tellsOfErrors = (text: string): boolean => text.includes('rror');

/** What a result in JSON has that is marked so. */
const FAILURE_MARKS = /"isError"\s*:\s*true|"status"\s*:\s*"error"|"error-(?:text|json)"/;

/** What a shell wrote, without what Gemini CLI and Copilot put around it: numbers of processes and shells, which differ each time. */
const withoutShellNotes = (text: string): string => {
  if (!text.includes('<') && !text.includes('PGID: ')) return text;
  return text
    .replace(/^<untrusted_context>\n?([\s\S]*?)\n?<\/untrusted_context>\s*$/, '$1')
    .replace(/\nProcess Group PGID: \d+\s*$/, '')
    .replace(/\n?<shellId: \S+ completed with exit code -?\d+>\s*$/, '');
};

const NOT_WRAPPED = Symbol('no wrapper');

/** Keys in JSON of which each wrapper has one: most results have none, and need not be parsed. */
const WRAPPER_KEYS = /"(?:kwargs|output|update|value|content|json|text)"\s*:/;

function unwrapped(value: unknown): unknown {
  if (typeof value === 'string' && !WRAPPER_KEYS.test(value)) return NOT_WRAPPED;
  const held = unpacked(value);
  if (Array.isArray(held)) return ofParts(held);
  if (!isFields(held)) return NOT_WRAPPED;
  const kwargs = at(held, 'kwargs');
  if (isFields(kwargs) && (at(held, 'lc') !== undefined || at(held, 'type') === 'constructor'))
    return at(kwargs, 'content') ?? NOT_WRAPPED;
  if (isToolMessage(held)) return at(held, 'content');
  const keys = Object.keys(held);
  if (keys.length === 1 && keys[0] === 'output' && (isFields(held.output) || typeof held.output === 'string'))
    return held.output;
  if (
    isFields(held.update) &&
    listAt(held.update, 'messages').length === 1 &&
    textAt(held, 'lg_name') === 'Command'
  )
    return listAt(held.update, 'messages')[0];
  // opencode's tools.
  if (keys.length <= 4 && isFields(held.metadata) && typeof held.output === 'string' && 'title' in held)
    return held.output;
  if (isTyped(held)) return held.value;
  if (Array.isArray(held.content) && keys.every(key => MCP.has(key))) return ofParts(held.content);
  return NOT_WRAPPED;
}

/** Keys of a result by the Model Context Protocol whose content is all that it says. */
const MCP: ReadonlySet<string> = new Set(['content', '_meta', 'isError']);

/** An output of the AI SDK: a value beside what it is. */
const isTyped = (held: unknown): boolean =>
  isFields(held) &&
  Object.keys(held).length === 2 &&
  at(held, 'value') !== undefined &&
  /^(?:text|json|content|error-text|error-json)$/.test(textAt(held, 'type') ?? '');

const isToolMessage = (held: unknown): boolean =>
  textAt(held, 'tool_call_id') !== null &&
  at(held, 'content') !== undefined &&
  /^tool$/i.test(textAt(held, 'type', 'role') ?? 'tool');

/** The one part of a list of parts, or the texts of all. */
function ofParts(parts: readonly unknown[]): unknown {
  if (parts.length === 0 || !parts.every(isFields)) return NOT_WRAPPED;
  const [first] = parts;
  if (parts.length === 1 && Object.keys(first as object).length === 1 && at(first, 'json') !== undefined)
    return at(first, 'json');
  const texts = parts.map(part =>
    at(part, 'type') === 'text' || Object.keys(part as object).length === 1 ? at(part, 'text') : undefined,
  );
  return texts.every(text => typeof text === 'string') ? texts.join('\n') : NOT_WRAPPED;
}

/**
 * The arguments of a call without wrappers: `{"args":[],"kwargs":{…}}` of decorated functions, a single argument that is
 * JSON in a text.
 */
export function plainArgs(value: unknown): unknown {
  if (typeof value === 'string' && !/"(?:args|kwargs|input)"\s*:/.test(value)) return value;
  const held = unpacked(value);
  if (!isFields(held)) return value;
  const keys = Object.keys(held);
  if (keys.every(key => key === 'args' || key === 'kwargs') && Array.isArray(at(held, 'args'))) {
    const args = listAt(held, 'args');
    const kwargs = at(held, 'kwargs');
    if (args.length === 0 && isFields(kwargs)) return kwargs;
    if (args.length === 1 && (!isFields(kwargs) || Object.keys(kwargs).length === 0))
      return unpacked(args[0]);
  }
  if (keys.length === 1 && keys[0] === 'input' && typeof held.input === 'string') {
    const inner = unpacked(held.input);
    return isFields(inner) ? inner : value;
  }
  return value;
}
