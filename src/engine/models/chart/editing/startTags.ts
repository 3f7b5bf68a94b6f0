import { EXTENSION } from '../../../statechart/scxml/extension.ts';
import { parseXml } from '../../../statechart/scxml/parseXml.ts';
import type { Stretch } from './jsonPlaces.ts';

const ATTRIBUTE = /\s+([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/g;

/** The start tag at a place, up to its `>`, whatever stands in quotation marks. */
export function findStartTag(text: string, from: number): Stretch {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '>') return { from, to: at + 1 };
  }
  return { from, to: text.length };
}

/** The same text with attributes of one start tag set, or removed if they are null; all else stays as it is written. */
export function setTagAttributes(
  text: string,
  from: number,
  values: Readonly<Record<string, string | null>>,
): string {
  const { to } = findStartTag(text, from);
  const left = new Map(Object.entries(values));
  const tag = text.slice(from, to).replace(ATTRIBUTE, (whole, name: string) => {
    const value = left.get(name);
    left.delete(name);
    if (value === undefined) return whole;
    return value === null ? '' : whole.replace(/=[\s\S]*$/, `="${escapeAttributeValue(value)}"`);
  });
  const added = [...left].flatMap(([name, value]) =>
    value === null ? [] : [` ${name}="${escapeAttributeValue(value)}"`],
  );
  const end = /\s*\/?>$/.exec(tag)?.index ?? tag.length;
  return text.slice(0, from) + tag.slice(0, end) + added.join('') + tag.slice(end) + text.slice(to);
}

/** A document whose root knows the namespace of our own, and the prefixes that it has there. @throws InputError */
export function ensureNamespacePrefix(text: string): {
  readonly text: string;
  readonly prefixes: readonly string[];
} {
  const { line, column } = parseXml(text);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const root = starts[line - 1] + column - 1;
  const tag = text.slice(root, findStartTag(text, root).to);
  const prefixes = [...tag.matchAll(ATTRIBUTE)].flatMap(([, name, value]) =>
    name.startsWith('xmlns:') && value.slice(1, -1) === EXTENSION ? [name.slice('xmlns:'.length)] : [],
  );
  if (prefixes.length > 0) return { text, prefixes };
  const free =
    ['sc', 'statescope', 'statescope2'].find(prefix => !text.includes(`xmlns:${prefix}=`)) ?? 'sc3';
  return { text: setTagAttributes(text, root, { [`xmlns:${free}`]: EXTENSION }), prefixes: [free] };
}

const escapeAttributeValue = (value: string): string =>
  value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;').replace(/\n/g, '&#10;');
