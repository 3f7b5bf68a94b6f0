import { Parser } from 'htmlparser2';
import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { memoizeByText } from '../../../oracle/formats/memoizeByText.ts';
import {
  type AnswerObject,
  explainMissingObject,
  findAnswerObjects,
  getOwnProperty,
  NO_OBJECT,
} from '../../../oracle/formats/objects.ts';
import { stripThoughts } from '../../../oracle/formats/thoughts.ts';

/** UTF-16 units of an answer that are read; enough for the longest value, escaped. */
export const MAX_LIBRARIAN_ANSWER_LENGTH = 1_000_000;
const MAX_THOUGHT_LENGTH = 2_000;
const MAX_TAG_NAME_LENGTH = 60;

/** The content of an answer, before it is checked. */
export interface ReadAnswer {
  /** State named as the next one; null for none. */
  readonly next: string | null;
  /** Thought on one line; null for none. */
  readonly thought: string | null;
  readonly action: ReadAction | null;
  readonly mended: readonly string[];
}

/** An action as an answer names it, unchecked. */
export interface ReadAction {
  /** Null if it names none. */
  readonly type: string | null;
  readonly tags: string | null;
  readonly value: string | null;
}

/** Answers that are kept as they were read: many agents with one task are answered alike. */
const MAX_CACHED_ANSWERS = 4096;

/** Reads an answer: XML with an `agent` tag, or the same as JSON; a reason if it is neither. */
export const readLibrarianAnswer: (answer: string) => ReadAnswer | { readonly reason: string } =
  memoizeByText(readAnswer, MAX_CACHED_ANSWERS);

function readAnswer(answer: string): ReadAnswer | { readonly reason: string } {
  if (answer.length > MAX_LIBRARIAN_ANSWER_LENGTH)
    return { reason: `it has ${answer.length} characters; at most ${MAX_LIBRARIAN_ANSWER_LENGTH} are read` };
  const text = stripThoughts(answer);
  // An answer that merely quotes the other form in its values is not of that form.
  const begunAsJson = IS_JSON.test(text) ? readAnswerObjects(text) : null;
  if (begunAsJson !== null) return begunAsJson;
  const elements = parseAgentElements(text);
  if ('reason' in elements) return elements;
  const at = elements.findIndex(({ fields, hasAction }) => fields.size > 0 || hasAction);
  if (at >= 0) return readAnswerElement(text, elements, at);
  return (
    readAnswerObjects(text) ??
    (elements.length > 0 ? readAnswerElement(text, elements, 0) : describeUnreadableAnswer(text))
  );
}

/** An answer that begins as an object, fenced or not. */
const IS_JSON = /^\s*(?:`{3}\w*\s*)?\{/;

function describeUnreadableAnswer(text: string): { readonly reason: string } {
  const reason = 'no agent tag in it';
  const json = explainMissingObject(text);
  if (json === NO_OBJECT) return { reason };
  return { reason: `${reason}, and as JSON: ${json ?? 'neither next_state, thinking_log nor action'}` };
}

/** @param at index of the first element that says something */
function readAnswerElement(text: string, elements: readonly AgentElement[], at: number): ReadAnswer {
  const { fields, hasAction, mended } = elements[at];
  const field = (name: string): string | null => fields.get(name) ?? null;
  return {
    next: parseAnswerName(field('next_state')),
    thought: parseThoughtText(field('thinking_log')),
    action:
      hasAction || fields.has('type')
        ? {
            type: parseAnswerName(field('type')),
            tags: convertListElements(field('tags')),
            value: field('value'),
          }
        : null,
    mended: [
      ...(isOnlyAgentTags(text) ? [] : ['taken out of what stood around it']),
      ...(elements.length > 1 ? [`agent ${at + 1} of ${elements.length}`] : []),
      ...mended,
    ],
  };
}

/** True if only white space surrounds the agent tags. */
function isOnlyAgentTags(text: string): boolean {
  const start = text.search(/<agent\b/i);
  const end = [...text.matchAll(/<\/agent\b/gi)].at(-1)?.index;
  const behind = end === undefined ? '' : text.slice(text.indexOf('>', end) + 1);
  return (
    text
      .slice(0, start)
      .replace(/^\s*<\?xml[^>]*>/i, '')
      .trim() === '' && behind.trim() === ''
  );
}

/** UTF-16 units of a list of tags that are examined. */
const MAX_TAGS_LENGTH = 20_000;

/** Turns a list of elements into one with commas. */
const convertListElements = (tags: string | null): string | null =>
  tags === null
    ? null
    : tags
        .slice(0, MAX_TAGS_LENGTH)
        .replace(/<\/\w+>\s*<\w+>/g, ',')
        .replace(/<\/?\w+>/g, '');

function readAnswerObjects(text: string): ReadAnswer | null {
  for (const { fields, mended } of findAnswerObjects(text)) {
    const agent = toFieldsOrNull(getOwnProperty(fields, 'agent')) ?? fields;
    const action = toFieldsOrNull(getOwnProperty(agent, 'action'));
    const next = getOwnProperty(agent, 'next_state');
    const thought = getOwnProperty(agent, 'thinking_log');
    if (action === null && typeof next !== 'string' && typeof thought !== 'string') continue;
    return {
      next: parseAnswerName(toCleanTextOrNull(next)),
      thought: parseThoughtText(toCleanTextOrNull(thought)),
      action: action && {
        type: parseAnswerName(toCleanTextOrNull(getOwnProperty(action, 'type'))),
        tags: parseAnswerTags(getOwnProperty(action, 'tags')),
        value: toCleanTextOrNull(getOwnProperty(action, 'value')),
      },
      mended: ['read as JSON', ...mended],
    };
  }
  return null;
}

const toFieldsOrNull = (value: unknown): AnswerObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as AnswerObject) : null;

const toCleanTextOrNull = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

const parseAnswerTags = (value: unknown): string | null =>
  Array.isArray(value) ? value.filter(tag => typeof tag === 'string').join(',') : toCleanTextOrNull(value);

const parseAnswerName = (text: string | null): string | null => {
  const name = text === null ? '' : cleanTextLine(text, MAX_TAG_NAME_LENGTH).toLowerCase();
  return name === '' ? null : name;
};

const parseThoughtText = (text: string | null): string | null => {
  const thought = text === null ? '' : cleanTextLine(text, MAX_THOUGHT_LENGTH);
  return thought === '' ? null : thought;
};

/** Elements whose content is plain text, even if it looks like markup. */
const TEXTS = ['next_state', 'thinking_log', 'type', 'tags', 'value'] as const;

const OPEN = new RegExp(`<(${TEXTS.join('|')})(?=[\\s>])[^<>]*>`, 'gi');
/** The tag that ends a text that is never closed. */
const NEXT = new RegExp(`<(?:(?:${TEXTS.join('|')}|action|agent)(?=[\\s/>])|/(?:action|agent)\\b)`, 'gi');
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';

/**
 * Makes an answer's texts safe from being taken for markup: from the first `agent` on, every `<` inside a
 * text is written as an entity. A text ends at its own closing tag or, lacking one, before the next field.
 * CDATA marks are removed.
 */
function escapeAnswerTexts(text: string): string {
  const start = text.search(/<agent\b/i);
  if (start < 0) return text;
  const closes = new Closes(text);
  let safe = '';
  let at = start;
  OPEN.lastIndex = start;
  for (let open = OPEN.exec(text); open !== null; open = OPEN.exec(text)) {
    const from = OPEN.lastIndex;
    const isEmpty = open[0].endsWith('/>');
    const to = isEmpty ? from : (closes.after(open[1].toLowerCase(), from) ?? findTextBoundary(text, from));
    safe += text.slice(at, from) + escapeRawText(text.slice(from, to));
    at = to;
    OPEN.lastIndex = to;
  }
  return text.slice(0, start) + safe + text.slice(at);
}

/** Finds the ends of texts; a missing tag is searched for only once. */
class Closes {
  readonly #text: string;
  readonly #none = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  after(name: string, from: number): number | null {
    if (this.#none.has(name)) return null;
    const close = new RegExp(`</${name}\\b|<!\\[CDATA\\[`, 'gi');
    close.lastIndex = from;
    for (let found = close.exec(this.#text); found !== null; found = close.exec(this.#text)) {
      if (found[0] !== CDATA) return found.index;
      const end = this.#text.indexOf(CDATA_END, found.index);
      if (end < 0) break;
      close.lastIndex = end;
    }
    this.#none.add(name);
    return null;
  }
}

function findTextBoundary(text: string, from: number): number {
  NEXT.lastIndex = from;
  return NEXT.exec(text)?.index ?? text.length;
}

/** Text without its CDATA marks and without a tag cut off at the very end. */
function escapeRawText(raw: string): string {
  const text = raw.replace(/<\/?\w*$/, '');
  let safe = '';
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf(CDATA, at);
    safe += text.slice(at, start < 0 ? text.length : start).replaceAll('<', '&lt;');
    if (start < 0) break;
    const end = text.indexOf(CDATA_END, start);
    safe += text
      .slice(start + CDATA.length, end < 0 ? text.length : end)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;');
    at = end < 0 ? text.length : end + CDATA_END.length;
  }
  return safe;
}

/** Nested tags. */
const MAX_TAG_DEPTH = 64;
/** Elements of one answer that are examined. */
const MAX_ELEMENTS = 2_000;

/** Content of one `agent` element; texts as written, with entities resolved. */
interface AgentElement {
  /** Texts by the element's name in lower case: `next_state`, `type`, `tags` … */
  readonly fields: ReadonlyMap<string, string>;
  readonly hasAction: boolean;
  readonly mended: readonly string[];
}

const IS_TEXT: ReadonlySet<string> = new Set(TEXTS);

/**
 * The `agent` elements of a text, in order. Prose around them, unclosed tags and fields written as attributes
 * are tolerated. Nothing is expanded but the five entities of XML and character numbers; a DOCTYPE is not
 * read.
 */
function parseAgentElements(answer: string): readonly AgentElement[] | { readonly reason: string } {
  const text = escapeAnswerTexts(answer);
  const reader = new AnswerParserState(text);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        reader.open(name.toLowerCase(), attributes, parser.endIndex + 1);
        // The parser's own stack is slow when it is deep.
        if (reader.reason !== null) parser.pause();
      },
      onclosetag: (name, isImplied) => {
        const isUnclosed = isImplied && !text.startsWith('/>', parser.endIndex - 1);
        reader.close(
          name.toLowerCase(),
          isUnclosed ? reader.endOf(parser.startIndex) : parser.startIndex,
          isUnclosed,
        );
      },
      onprocessinginstruction: name => reader.declare(name),
    },
    { xmlMode: true, decodeEntities: false, recognizeCDATA: true },
  );
  parser.end(text);
  return reader.reason === null ? reader.agents : { reason: reader.reason };
}

/** Follows a parser through one answer. */
class AnswerParserState {
  readonly agents: AgentElement[] = [];
  reason: string | null = null;
  readonly #text: string;
  readonly #open: string[] = [];
  #elements = 0;
  /** The agent element that is being read. */
  #fields: Map<string, string> | null = null;
  #hasAction = false;
  #mended = new Set<string>();
  /** The text that is being read, and the depth of its element. */
  #name = '';
  #start = -1;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** End of an element that was never closed: before the tag that closes an outer one, or at the very end. */
  endOf(index: number): number {
    return index >= 0 && this.#text.startsWith('</', index) ? index : this.#text.length;
  }

  declare(name: string): void {
    if (/^!doctype|^!entity/i.test(name) && this.#start < 0) this.reason ??= 'a DOCTYPE, which is not read';
  }

  open(name: string, attributes: Readonly<Record<string, string>>, after: number): void {
    this.#open.push(name);
    if (this.#open.length > MAX_TAG_DEPTH) this.reason ??= `tags more than ${MAX_TAG_DEPTH} deep`;
    if (++this.#elements > MAX_ELEMENTS) this.reason ??= `more than ${MAX_ELEMENTS} tags`;
    // An unclosed text ends at the next one: nothing else can be inside one.
    if (this.#start >= 0) this.#endText(this.#text.lastIndexOf('<', after - 2));
    if (this.reason !== null) return;
    if (name === 'agent' && this.#fields === null) this.#fields = new Map();
    if (this.#fields === null) return;
    if (name === 'action') this.#hasAction = true;
    for (const [key, value] of Object.entries(attributes)) this.#attribute(key.toLowerCase(), value);
    if (!IS_TEXT.has(name)) return;
    this.#name = name;
    this.#start = after;
    this.#depth = this.#open.length;
  }

  close(name: string, at: number, isUnclosed: boolean): void {
    const depth = this.#open.lastIndexOf(name) + 1;
    if (depth === this.#depth && name === this.#name) this.#endText(at);
    if (isUnclosed && this.#fields !== null && this.#start < 0) this.#mended.add('unclosed tags');
    if (depth > 0) this.#open.length = depth - 1;
    if (name === 'agent' && this.#fields !== null && !this.#open.includes('agent')) this.#end();
  }

  #endText(at: number): void {
    if (this.#start < 0) return;
    this.#keep(this.#name, this.#text.slice(this.#start, at));
    this.#start = -1;
  }

  /** Keeps the first text of each name. */
  #keep(name: string, raw: string): void {
    if (this.#fields?.has(name) === false) this.#fields.set(name, decodeXmlEntities(raw));
  }

  #attribute(name: string, value: string): void {
    if (!IS_TEXT.has(name) || this.#fields?.has(name) !== false) return;
    this.#fields.set(name, decodeXmlEntities(value));
    this.#mended.add('attributes taken for tags');
  }

  #end(): void {
    this.agents.push({ fields: this.#fields!, hasAction: this.#hasAction, mended: [...this.#mended] });
    this.#fields = null;
    this.#hasAction = false;
    this.#mended = new Set();
  }
}

const XML_ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** A text with its entities resolved, once. */
const decodeXmlEntities = (raw: string): string =>
  raw.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (written, decimal, hexadecimal, name) => {
    if (name !== undefined) return XML_ENTITIES.get(name) ?? written;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : written;
  });
