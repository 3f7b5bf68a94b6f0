import { Parser } from 'htmlparser2';
import { escapeAnswerTexts, TEXTS } from './shield.ts';

/** Nested tags. */
const DEEPEST = 64;
/** Elements of one answer that are examined. */
const MOST_ELEMENTS = 2_000;

/** Content of one `agent` element; texts as written, with entities resolved. */
export interface AgentElement {
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
export function parseAgentElements(answer: string): readonly AgentElement[] | { readonly reason: string } {
  const text = escapeAnswerTexts(answer);
  const reader = new Reader(text);
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
class Reader {
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
    if (this.#open.length > DEEPEST) this.reason ??= `tags more than ${DEEPEST} deep`;
    if (++this.#elements > MOST_ELEMENTS) this.reason ??= `more than ${MOST_ELEMENTS} tags`;
    // An unclosed text ends where the next begins: nothing else can be inside one.
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

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** A text with its entities resolved, once. */
const decodeXmlEntities = (raw: string): string =>
  raw.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (written, decimal, hexadecimal, name) => {
    if (name !== undefined) return NAMED.get(name) ?? written;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : written;
  });
