import { jsonrepair } from 'jsonrepair';
import { cleanText } from '../../../forms/text.ts';
import { SEARCH_TOOL } from '../phases.ts';
import type { Action } from '../step.ts';

/** UTF-16 units of an answer that are looked at. */
const LONGEST_ANSWER = 40_000;
const LONGEST_FINAL = 2_000;
const LONGEST_REASONING = 600;
const LONGEST_NAME = 100;
/** Of a call's arguments as JSON. */
const LONGEST_ARGS = 2_000;
/** Objects of one answer that are tried. */
const MOST_OBJECTS = 16;
/** Brackets in each other; a parser's own limit would hang on the stack that it runs on. */
const DEEPEST = 64;
/** Of what is repaired: quotation marks may hide how deep it is. */
const MOST_BRACKETS = 500;

/** What an answer says, and what had to be mended to read it. */
export interface ReadAnswer {
  readonly action: Action;
  /** One line; empty for none. */
  readonly reasoning: string;
  readonly mended: readonly string[];
}

/** Reads an answer, however a model has wrapped or broken it; the reason, where it says nothing that can be done. */
export function readAnswer(said: string): ReadAnswer | { readonly reason: string } {
  const text = afterThoughts(said).slice(0, LONGEST_ANSWER);
  const parts = objectsIn(text);
  if (parts.length === 0) return { reason: text.includes('{') ? TOO_DEEP : 'no JSON object in it' };
  let reason = 'its JSON cannot be repaired';
  const whole = parts.filter(({ isInner }) => !isInner);
  for (const part of parts) {
    const parsed = parse(part.text);
    if (parsed === null) continue;
    const read = actionOf(parsed.value);
    if ('reason' in read) {
      reason = read.reason;
      continue;
    }
    const place = among(whole.length, whole.indexOf(part));
    const mended = [...wrapping(text, part.text), ...place, ...parsed.mended, ...read.mended];
    return { action: read.action, reasoning: reasoningOf(parsed.value), mended };
  }
  return { reason };
}

const TOO_DEEP = `brackets more than ${DEEPEST} deep`;

/** A model that thinks aloud may draft there. */
function afterThoughts(said: string): string {
  const end = said.lastIndexOf('</think>');
  return end < 0 ? said : said.slice(end + '</think>'.length);
}

const wrapping = (text: string, part: string): readonly string[] => {
  const around = text.replace(part, '').trim();
  if (around === '') return [];
  return /^`{3}\w*\s*`{3}$/.test(around) ? ['taken out of a fence'] : ['taken out of what stood around it'];
};

const among = (count: number, taken: number): readonly string[] =>
  count > 1 && taken >= 0 ? [`object ${taken + 1} of ${count}`] : [];

interface Part {
  readonly text: string;
  /** It begins inside of one that never ends. */
  readonly isInner: boolean;
}

/**
 * The outermost `{…}` of a text, in order. One that never ends is taken to the text's end, and what begins inside it is
 * tried as well: the brace may have been prose. Nothing that is too deep is among them.
 */
function objectsIn(text: string): readonly Part[] {
  const parts: Part[] = [];
  let isInner = false;
  let start = text.indexOf('{');
  while (start >= 0 && parts.length < MOST_OBJECTS) {
    const { end, depth, isClosed } = extentOf(text, start);
    if (depth <= DEEPEST) parts.push({ text: text.slice(start, end), isInner });
    isInner ||= !isClosed;
    start = text.indexOf('{', isClosed || depth > DEEPEST ? end : start + 1);
  }
  return parts;
}

interface Extent {
  readonly end: number;
  /** How deep brackets stand in each other on the way. */
  readonly depth: number;
  readonly isClosed: boolean;
}

/** Where the brace at `start` is closed; the text's end where it never is. */
function extentOf(text: string, start: number): Extent {
  let open = 0;
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === '\\') i++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === '{' || c === '[') depth = Math.max(depth, ++open);
    else if ((c === '}' || c === ']') && --open === 0) return { end: i + 1, depth, isClosed: true };
  }
  return { end: text.length, depth, isClosed: false };
}

type Fields = Readonly<Record<string, unknown>>;

function parse(part: string): { readonly value: Fields; readonly mended: readonly string[] } | null {
  const whole = fieldsOf(() => JSON.parse(part));
  if (whole !== null) return { value: whole, mended: [] };
  if (part.split(/[[{]/).length > MOST_BRACKETS) return null;
  const repaired = fieldsOf(() => JSON.parse(jsonrepair(part)));
  return repaired && { value: repaired, mended: ['its JSON was repaired'] };
}

function fieldsOf(read: () => unknown): Fields | null {
  try {
    const value = read();
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** What an object has of its own; an inherited `constructor` is no answer. */
const own = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

const nameIn = (fields: Fields, name: string): string | null => {
  const value = own(fields, name);
  return typeof value === 'string' && value.trim() !== '' ? cleanText(value, LONGEST_NAME) : null;
};

type ReadAction = { readonly action: Action; readonly mended: readonly string[] };

function actionOf(fields: Fields): ReadAction | { readonly reason: string } {
  const named = nameIn(fields, 'action');
  const isTool = named !== null && named.toLowerCase() === SEARCH_TOOL;
  const kind = isTool ? 'tool' : (named?.toLowerCase() ?? impliedBy(fields));
  const mended = named === null && kind !== null ? [`no action: taken for ${kind}`] : [];
  const next = nameIn(fields, 'next_state')?.toLowerCase() ?? null;
  switch (kind) {
    case 'tool':
      return toolOf(isTool ? { tool: SEARCH_TOOL, ...fields } : fields, next, mended);
    case 'reason':
      return { action: { kind, next }, mended };
    case 'finish':
      return finishOf(own(fields, 'final'), next, mended);
    case null:
      return { reason: 'it names no action' };
    default:
      return { reason: `"${kind}" is no action: tool, reason or finish` };
  }
}

function finishOf(
  given: unknown,
  next: string | null,
  mended: readonly string[],
): ReadAction | { readonly reason: string } {
  const final = finalOf(given);
  return final === ''
    ? { reason: 'a finish that says nothing' }
    : { action: { kind: 'finish', final, next }, mended };
}

function impliedBy(fields: Fields): 'tool' | 'reason' | 'finish' | null {
  if (toolNameIn(fields) !== null) return 'tool';
  if (own(fields, 'final') !== undefined) return 'finish';
  return nameIn(fields, 'reasoning') === null ? null : 'reason';
}

/** As other protocols call it. */
const toolNameIn = (fields: Fields): string | null => nameIn(fields, 'tool') ?? nameIn(fields, 'name');

/** `finish` is a tool as well. */
function toolOf(
  fields: Fields,
  next: string | null,
  mended: readonly string[],
): ReadAction | { readonly reason: string } {
  const tool = toolNameIn(fields);
  if (tool === null) return { reason: 'a tool call that names no tool' };
  const given = own(fields, 'args') ?? own(fields, 'arguments') ?? own(fields, 'query');
  if (tool.toLowerCase() === 'finish')
    return finishOf(own(fields, 'final') ?? soleText(given) ?? given, next, mended);
  const object = typeof given === 'string' ? objectIn(given) : null;
  const isText = object === null && (typeof given === 'string' || Array.isArray(given));
  const args = argsOf(isText ? { query: soleText(given) ?? '' } : (object ?? given));
  if (args === null) return { reason: 'arguments that are too long' };
  return {
    action: { kind: 'tool', tool, args, next },
    mended: isText ? [...mended, 'args was a text: taken for the query'] : mended,
  };
}

/** A text that holds an object, as some write arguments. */
const objectIn = (text: string): Fields | null =>
  extentOf(text, 0).depth > DEEPEST ? null : fieldsOf(() => JSON.parse(text));

/** The one text that stands alone, or in a list, or as an object's only value. */
function soleText(given: unknown): string | null {
  if (typeof given === 'string') return given;
  const values = typeof given === 'object' && given !== null ? Object.values(given) : [];
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : null;
}

/** A copy without what could reach a prototype; null for what is too long to keep. */
function argsOf(given: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {};
  let text: string;
  try {
    text = JSON.stringify(given);
  } catch {
    return null;
  }
  if (text.length > LONGEST_ARGS) return null;
  const copy: Record<string, unknown> = JSON.parse(text, (key, value) =>
    key === '__proto__' ? undefined : value,
  );
  return shownQuery(copy);
}

/** Prompts, reasons and summaries repeat a query: it is one line that shows as it reads. */
const shownQuery = (args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  typeof args.query === 'string' ? { ...args, query: cleanText(args.query, LONGEST_ARGS) } : args;

function finalOf(given: unknown): string {
  if (typeof given === 'string') return cleanText(given, LONGEST_FINAL);
  if (given === undefined || given === null) return '';
  try {
    return cleanText(JSON.stringify(given), LONGEST_FINAL);
  } catch {
    return '';
  }
}

function reasoningOf(fields: Fields): string {
  const value = own(fields, 'reasoning');
  return typeof value === 'string' ? cleanText(value, LONGEST_REASONING) : '';
}
