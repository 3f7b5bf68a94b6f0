import { quoteUserValue } from '../../core/quoteUserValue.ts';
import type { NetworkFile } from './networkFile.ts';

/** A word of DOT. */
export interface DotToken {
  readonly kind: 'id' | 'edge' | 'mark';
  readonly text: string;
  /** A keyword between quotes is a name. */
  readonly isQuoted: boolean;
  readonly line: number;
}

const TOKEN =
  /(\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|"((?:[^"\\]|\\[\s\S])*)"|(->|--)|([[\]{}=;,:+])|(-?(?:\.\d+|\d+(?:\.\d*)?)(?![A-Za-z_])|[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|-?[\w.]+)/y;

/** Parts DOT into words. @throws InputError for what is none */
export function readDotTokens(file: NetworkFile): readonly DotToken[] {
  // Lines that begin with "#" are what a preprocessor leaves.
  const text = file.text.replace(/^[ \t]*#.*$/gm, '');
  const tokens: DotToken[] = [];
  let line = 1;
  const pattern = new RegExp(TOKEN);
  for (let at = 0; at < text.length; ) {
    if (text[at] === '<') {
      const end = findDotHtmlEnd(text, at);
      if (end < 0) file.fail(line, 'a "<" is not closed');
      tokens.push({ kind: 'id', text: text.slice(at + 1, end - 1), isQuoted: true, line });
      line += countLineBreaks(text.slice(at, end));
      at = end;
      continue;
    }
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null)
      file.fail(
        line,
        text[at] === '"' ? 'a quotation mark is not closed' : `${quoteUserValue(text[at])} is no DOT`,
      );
    const [whole, space, string, edge, mark, word] = match;
    at = pattern.lastIndex;
    if (space === undefined) {
      const isQuoted = string !== undefined;
      const kind = edge !== undefined ? 'edge' : mark !== undefined ? 'mark' : 'id';
      const own = isQuoted ? string.replace(/\\\r?\n/g, '').replace(/\\"/g, '"') : (edge ?? mark ?? word);
      appendDotToken(tokens, { kind, text: own, isQuoted, line });
    }
    line += countLineBreaks(whole);
  }
  return tokens;
}

/** Adds a token; texts with a plus between them are one. */
function appendDotToken(tokens: DotToken[], token: DotToken): void {
  const [before, plus] = tokens.slice(-2);
  if (token.isQuoted && plus?.text === '+' && plus.kind === 'mark' && before?.isQuoted)
    tokens.splice(-2, 2, { ...before, text: before.text + token.text });
  else tokens.push(token);
}

/** Where HTML ends that begins at a place; -1 where it does not. */
function findDotHtmlEnd(text: string, from: number): number {
  let deep = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '<') deep++;
    if (text[at] === '>' && --deep === 0) return at + 1;
  }
  return -1;
}

const countLineBreaks = (text: string): number => text.split('\n').length - 1;
