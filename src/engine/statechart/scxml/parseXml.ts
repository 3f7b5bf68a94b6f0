import { SaxesParser } from 'saxes';
import { InputError } from '../../core/errors.ts';

/** An element of an XML document, with its place. */
export interface Element {
  /** Without its prefix. */
  readonly name: string;
  readonly namespace: string;
  /** By name; those of another namespace by `namespace name`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Its own text, without that of its children. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

const MAX_XML_ELEMENTS = 200_000;
const MAX_XML_DEPTH = 400;

/** Open element. */
interface OpenElement {
  name: string;
  namespace: string;
  attributes: Record<string, string>;
  children: OpenElement[];
  text: string;
  line: number;
  column: number;
}

/**
 * Reads XML: namespaces, no document type and so no entities but the five of the language.
 * @throws InputError in one line with line and column, at the first mistake
 */
export function parseXml(text: string): Element {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: OpenElement[] = [];
  let root: OpenElement | null = null;
  let elements = 0;
  let start = { line: 1, column: 1 };
  const refuse = (what: string, { line, column } = start): never => {
    throw new InputError(`line ${line}, column ${column}: ${what}`);
  };
  const here = () => ({ line: parser.line, column: parser.columnIndex + 1 });
  const lines = findLineStarts(text);
  const tags: OpenTag[] = [];
  let closed: OpenTag | undefined;
  parser.on('error', error => {
    const found = error.message.replace(/^[\d:]+\s*/, '').replace(/\.$/, '');
    const { what, at = here() } = describeXmlMistake(found, text.slice(0, parser.position), [
      ...tags,
      // The parser closes an element before it finds that another one was meant.
      ...(closed && found === 'unexpected close tag' ? [closed] : []),
    ]);
    refuse(what, at);
  });
  parser.on('doctype', () =>
    refuse('a document type is not read, nor the entities that it may define', here()),
  );
  parser.on('opentagstart', () => {
    start = findLineAndColumn(lines, text.lastIndexOf('<', parser.position - 1));
  });
  parser.on('opentag', tag => {
    if (++elements > MAX_XML_ELEMENTS) refuse(`more than ${MAX_XML_ELEMENTS} elements`);
    if (open.length >= MAX_XML_DEPTH) refuse(`elements nested more than ${MAX_XML_DEPTH} deep`);
    const attributes: Record<string, string> = Object.create(null);
    for (const { local, uri, prefix, value } of Object.values(tag.attributes))
      if (prefix !== 'xmlns' && local !== 'xmlns') attributes[uri === '' ? local : `${uri} ${local}`] = value;
    const draft: OpenElement = {
      name: tag.local,
      namespace: tag.uri,
      attributes,
      children: [],
      text: '',
      ...start,
    };
    if (open.length > 0) open[open.length - 1].children.push(draft);
    else root = draft;
    open.push(draft);
    tags.push({ tag: tag.name, ...start });
  });
  parser.on('closetag', () => {
    open.pop();
    closed = tags.pop();
  });
  const addText = (more: string) => {
    if (open.length > 0) open[open.length - 1].text += more;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  return root ?? refuse('no element in it');
}

/** Beginnings of the lines. */
function findLineStarts(text: string): number[] {
  const starts = [0];
  for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1);
  return starts;
}

/** Line and column of a place in the text, from 1. */
function findLineAndColumn(starts: readonly number[], at: number): { line: number; column: number } {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= at) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: at - starts[low] + 1 };
}

/** An open element's name in its tag, and its beginning. */
interface OpenTag {
  readonly tag: string;
  readonly line: number;
  readonly column: number;
}

/** A mistake in words with its place; without one, the parser's position. */
interface XmlMistake {
  readonly what: string;
  readonly at?: { readonly line: number; readonly column: number };
}

/**
 * The parser's message, in our words.
 * @param found the parser's own words
 * @param read the text up to its position
 * @param open from the outermost to the innermost
 */
function describeXmlMistake(found: string, read: string, open: readonly OpenTag[]): XmlMistake {
  const inner = open.at(-1);
  const notClosed = (one: OpenTag): XmlMistake => ({ what: `<${one.tag}> is not closed`, at: one });
  if (/^(unclosed tag|unexpected end)/.test(found)) {
    const comment = read.lastIndexOf('<!--');
    if (comment >= 0 && !read.includes('-->', comment))
      return { what: 'a comment is not closed', at: findTextPosition(read, comment) };
    // The parser takes all that follows for the name of an entity.
    const ampersand = read.indexOf('&', read.lastIndexOf(';') + 1);
    if (ampersand >= 0 && !/-->|\]\]>/.test(read.slice(ampersand)))
      return { what: AMPERSAND, at: findTextPosition(read, ampersand) };
    if (inner) return notClosed(inner);
  }
  if (found.startsWith('unexpected close tag') || found.startsWith('unmatched closing tag')) {
    const closes = /<\/\s*([^\s<>]*)[^<]*$/.exec(read)?.[1] ?? '';
    if (inner && open.some(({ tag }) => tag === closes)) {
      const { what, at } = notClosed(inner);
      return { what: `${what} before </${closes}>`, ...(at && { at }) };
    }
    return { what: `</${closes}> closes no element${inner ? `; <${inner.tag}> is open` : ''}` };
  }
  if (/^(unexpected end|document must contain a root)/.test(found) && /<[^<>]*$/.test(read))
    return { what: 'the text ends within a tag' };
  for (const [pattern, words] of XML_ERROR_PHRASES) {
    const match = pattern.exec(found);
    if (match) return { what: typeof words === 'string' ? words : words(match, read) };
  }
  return { what: `it is not XML here (${found})` };
}

const AMPERSAND = '“&” is written &amp;';

function findTextPosition(text: string, at: number) {
  const before = text.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - start + 1 };
}

type ErrorPhrase = string | ((match: RegExpExecArray, read: string) => string);

const XML_ERROR_PHRASES: readonly (readonly [RegExp, ErrorPhrase])[] = [
  [/^unexpected end/, 'the text ends too early: a tag, a comment or a quotation mark is open'],
  [/^document must contain a root/, 'there is no element in it'],
  [
    /^documents may contain only one root/,
    'a second element follows the first: one element must hold all others',
  ],
  [/^text data outside of root/, 'text stands outside of the element that holds all others'],
  [/^unquoted attribute value/, 'the value of an attribute is not in quotation marks'],
  [/^attribute without value/, 'an attribute has no value: name="value"'],
  [/^no whitespace between attributes/, 'there is no space between two attributes'],
  [/^duplicate attribute: (.+)/, ([, name]) => `attribute “${name.replace(/^\{.*\}/, '')}” stands twice`],
  [
    /^unbound namespace prefix: "?([^"]*)/,
    ([, prefix]) => `prefix “${prefix}” is not declared: xmlns:${prefix}="…" is missing`,
  ],
  [
    /entity/,
    (_, read) => {
      const name = /&([^&;\s<>"']*);?$/.exec(read)?.[1] ?? '';
      return /^[\w.#-]+$/.test(name) && read.endsWith(';')
        ? `“&${name};” is none of XML’s own: &amp; &lt; &gt; &quot; &apos;`
        : AMPERSAND;
    },
  ],
  [/^malformed comment/, 'a comment has “--” in it'],
  [/^the string "]]>"/, '“]]>” cannot stand in a text'],
  [/^forward-slash in opening tag/, '“/” in a tag is not followed by “>”'],
  [/^weird empty close tag/, '“</>” names no element'],
  [/XML declaration must (be|appear) at the start/, '<?xml …?> does not stand at the very beginning'],
  [
    /XML declaration|^value (required|must be quoted)|^version number|^expected/,
    '<?xml …?> is not as it must be',
  ],
  [/processing instruction/, 'an instruction <?…?> is not as it must be'],
  [/^disallowed character in attribute name/, 'no attribute can be called so'],
  [/^disallowed character in closing tag/, 'a closing tag has more than a name'],
  [
    /^disallowed character in tag name/,
    'no element can be called so: a “<” that begins none is written &lt;',
  ],
  [
    /^disallowed character/,
    (_, read) =>
      read.endsWith('<')
        ? '“<” is written &lt;, unless a quotation mark before it is missing'
        : 'a character stands here that XML does not have',
  ],
  [
    /malformed name|^tags may not|prefix must be bound|default namespace/,
    'a name or a namespace is not as it must be',
  ],
];
