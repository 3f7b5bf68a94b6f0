import { getListField, getPathValue, getTextField, isFieldsObject, parseJsonText } from './values.ts';

/** Levels of wrappers that are taken off. */
const MAX_WRAPPERS = 4;

/**
 * Output of a tool without the wrappers of frameworks: LangChain's ToolMessage with the id of its call, an output under
 * `output`, lists of parts (text, json), the AI SDK's `{type, value}`. Equal results are equal then, for any call.
 */
export function unwrapToolResult(value: unknown): unknown {
  let held = value;
  for (let level = 0; level < MAX_WRAPPERS; level++) {
    const inner = unwrapResultValue(held);
    if (inner === NOT_WRAPPED) break;
    held = inner;
  }
  return typeof held === 'string' ? stripShellNotes(held) : held;
}

/**
 * True if a result's wrapper marks it as a failure: `isError`, a ToolMessage of status error, `{type:
 * "error-text", …}`.
 */
export function isFailedToolResult(value: unknown): boolean {
  let held = value;
  for (let level = 0; level < MAX_WRAPPERS && held !== NOT_WRAPPED; level++) {
    if (typeof held === 'string' && !(mentionsErrors(held) && FAILURE_MARKS.test(held))) return false;
    const wrapper = parseJsonText(held);
    const fields = getPathValue(wrapper, 'kwargs') ?? wrapper;
    if (getPathValue(fields, 'isError') === true && Array.isArray(getPathValue(fields, 'content')))
      return true;
    if (isLangChainToolMessage(fields) && getPathValue(fields, 'status') === 'error') return true;
    if (isTypedOutput(fields) && /^error-/.test(getTextField(fields, 'type') ?? '')) return true;
    held = unwrapResultValue(held);
  }
  return false;
}

/** True if a text has a word of errors: most have none, and expressions take longer to find that. */
const mentionsErrors = (text: string): boolean => text.includes('rror');

/** Failure marks of a result in JSON. */
const FAILURE_MARKS = /"isError"\s*:\s*true|"status"\s*:\s*"error"|"error-(?:text|json)"/;

/**
 * Output of a shell without the additions of Gemini CLI and Copilot: numbers of processes and shells, which differ each
 * time.
 */
const stripShellNotes = (text: string): string => {
  if (!text.includes('<') && !text.includes('PGID: ')) return text;
  return text
    .replace(/^<untrusted_context>\n?([\s\S]*?)\n?<\/untrusted_context>\s*$/, '$1')
    .replace(/\nProcess Group PGID: \d+\s*$/, '')
    .replace(/\n?<shellId: \S+ completed with exit code -?\d+>\s*$/, '');
};

const NOT_WRAPPED = Symbol('no wrapper');

/** Keys in JSON of which each wrapper has one: most results have none, and need not be parsed. */
const WRAPPER_KEYS = /"(?:kwargs|output|update|value|content|json|text)"\s*:/;

function unwrapResultValue(value: unknown): unknown {
  if (typeof value === 'string' && !WRAPPER_KEYS.test(value)) return NOT_WRAPPED;
  const held = parseJsonText(value);
  if (Array.isArray(held)) return mergeContentParts(held);
  if (!isFieldsObject(held)) return NOT_WRAPPED;
  const kwargs = getPathValue(held, 'kwargs');
  if (
    isFieldsObject(kwargs) &&
    (getPathValue(held, 'lc') !== undefined || getPathValue(held, 'type') === 'constructor')
  )
    return getPathValue(kwargs, 'content') ?? NOT_WRAPPED;
  if (isLangChainToolMessage(held)) return getPathValue(held, 'content');
  const keys = Object.keys(held);
  if (
    keys.length === 1 &&
    keys[0] === 'output' &&
    (isFieldsObject(held.output) || typeof held.output === 'string')
  )
    return held.output;
  if (
    isFieldsObject(held.update) &&
    getListField(held.update, 'messages').length === 1 &&
    getTextField(held, 'lg_name') === 'Command'
  )
    return getListField(held.update, 'messages')[0];
  // opencode's tools.
  if (keys.length <= 4 && isFieldsObject(held.metadata) && typeof held.output === 'string' && 'title' in held)
    return held.output;
  if (isTypedOutput(held)) return held.value;
  if (Array.isArray(held.content) && keys.every(key => MCP.has(key))) return mergeContentParts(held.content);
  return NOT_WRAPPED;
}

/** Keys of a result by the Model Context Protocol whose content is all that it says. */
const MCP: ReadonlySet<string> = new Set(['content', '_meta', 'isError']);

/** An output of the AI SDK: a value with its type. */
const isTypedOutput = (held: unknown): boolean =>
  isFieldsObject(held) &&
  Object.keys(held).length === 2 &&
  getPathValue(held, 'value') !== undefined &&
  /^(?:text|json|content|error-text|error-json)$/.test(getTextField(held, 'type') ?? '');

const isLangChainToolMessage = (held: unknown): boolean =>
  getTextField(held, 'tool_call_id') !== null &&
  getPathValue(held, 'content') !== undefined &&
  /^tool$/i.test(getTextField(held, 'type', 'role') ?? 'tool');

/** The one part of a list of parts, or the texts of all. */
function mergeContentParts(parts: readonly unknown[]): unknown {
  if (parts.length === 0 || !parts.every(isFieldsObject)) return NOT_WRAPPED;
  const [first] = parts;
  if (
    parts.length === 1 &&
    Object.keys(first as object).length === 1 &&
    getPathValue(first, 'json') !== undefined
  )
    return getPathValue(first, 'json');
  const texts = parts.map(part =>
    getPathValue(part, 'type') === 'text' || Object.keys(part as object).length === 1
      ? getPathValue(part, 'text')
      : undefined,
  );
  return texts.every(text => typeof text === 'string') ? texts.join('\n') : NOT_WRAPPED;
}

/**
 * The arguments of a call without wrappers: `{"args":[],"kwargs":{…}}` of decorated functions, a single argument that is
 * JSON in a text.
 */
export function unwrapCallArguments(value: unknown): unknown {
  if (typeof value === 'string' && !/"(?:args|kwargs|input)"\s*:/.test(value)) return value;
  const held = parseJsonText(value);
  if (!isFieldsObject(held)) return value;
  const keys = Object.keys(held);
  if (keys.every(key => key === 'args' || key === 'kwargs') && Array.isArray(getPathValue(held, 'args'))) {
    const args = getListField(held, 'args');
    const kwargs = getPathValue(held, 'kwargs');
    if (args.length === 0 && isFieldsObject(kwargs)) return kwargs;
    if (args.length === 1 && (!isFieldsObject(kwargs) || Object.keys(kwargs).length === 0))
      return parseJsonText(args[0]);
  }
  if (keys.length === 1 && keys[0] === 'input' && typeof held.input === 'string') {
    const inner = parseJsonText(held.input);
    return isFieldsObject(inner) ? inner : value;
  }
  return value;
}
