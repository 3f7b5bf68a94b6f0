import { SaxesParser } from 'saxes';
import { InputError } from '../../core/errors.ts';
import { describeXmlMistake, type OpenTag } from './xmlMistakes.ts';

/** An element of an XML document, with the place where it starts. */
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

const MOST_ELEMENTS = 200_000;
const MOST_DEPTH = 400;

/** Open element. */
interface Draft {
  name: string;
  namespace: string;
  attributes: Record<string, string>;
  children: Draft[];
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
  const open: Draft[] = [];
  let root: Draft | null = null;
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
    if (++elements > MOST_ELEMENTS) refuse(`more than ${MOST_ELEMENTS} elements`);
    if (open.length >= MOST_DEPTH) refuse(`elements nested more than ${MOST_DEPTH} deep`);
    const attributes: Record<string, string> = Object.create(null);
    for (const { local, uri, prefix, value } of Object.values(tag.attributes))
      if (prefix !== 'xmlns' && local !== 'xmlns') attributes[uri === '' ? local : `${uri} ${local}`] = value;
    const draft: Draft = {
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

/** Where each line starts. */
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
