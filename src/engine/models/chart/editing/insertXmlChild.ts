import { findStartTag } from './startTags.ts';

/** A comment, a section or an instruction: tags in it do not count. */
const NO_TAGS = /^<(?:!--[\s\S]*?-->|!\[CDATA\[[\s\S]*?\]\]>|\?[\s\S]*?\?>)/;

/** Place of the end tag of an element whose start tag is at a place; the text is well-formed. */
function findEndTag(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at >= 0; at = text.indexOf('<', at)) {
    const other = NO_TAGS.exec(text.slice(at));
    if (other !== null) {
      at += other[0].length;
      continue;
    }
    const { to } = findStartTag(text, at);
    if (text[at + 1] === '/') depth--;
    else if (text[to - 2] !== '/') depth++;
    if (depth === 0) return at;
    at = to;
  }
  return text.length;
}

/** The same text with an element as the last one in another, whose start tag is at a place; all else stays as it is written. */
export function insertXmlChild(text: string, from: number, child: string): string {
  const { to } = findStartTag(text, from);
  const tag = text.slice(from, to);
  const line = text.lastIndexOf('\n', from) + 1;
  const indent = /^[ \t]*/.exec(text.slice(line))?.[0] ?? '';
  if (tag.endsWith('/>')) {
    const name = /^<([^\s/>]+)/.exec(tag)?.[1];
    const open = tag.replace(/\s*\/>$/, '>');
    return `${text.slice(0, from)}${open}\n${indent}  ${child}\n${indent}</${name}>${text.slice(to)}`;
  }
  const end = findEndTag(text, from);
  const start = text.lastIndexOf('\n', end) + 1;
  const before = text.slice(start, end);
  return before.trim() === '' && start > from
    ? `${text.slice(0, start)}${before}  ${child}\n${text.slice(start)}`
    : text.slice(0, end) + child + text.slice(end);
}
