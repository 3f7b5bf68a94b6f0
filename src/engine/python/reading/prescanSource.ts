import { PROGRAM_LIMITS } from '../limits.ts';
import { describeUnsupported, FOREIGN } from './pythonWords.ts';
import { refuseSource } from './refusal.ts';

/**
 * More operators and brackets than this around one place are refused before the grammar sees them: its trees
 * are built recursively. The effective limit is the reader's, which is lower.
 */
const MAX_NESTED_OPERATORS = 400;

const WORD = /[A-Za-z_]\w*/y;
const BLANK_OR_DIGIT = /[ \t\d]+/y;
const QUOTE = /'''|"""|'|"/y;
const OPERATORS = '+-*/%<>=!.@&|^~';
const OPERATOR_WORDS = new Set(['not', 'and', 'or', 'if', 'else', 'in', 'is', 'for', 'await', 'yield']);
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** One pass over a source before it is parsed. @throws Refusal for characters, strings and depths that are never read */
export function prescanSource(text: string): void {
  const unreadable = text.search(/[\0\r]|\p{Surrogate}/u);
  if (unreadable >= 0) refuseSource(unreadable, 'a character that Python does not read');
  scanSource(text, 0, text.length, new NestingCounter());
}

function scanSource(text: string, from: number, to: number, around: NestingCounter): void {
  for (let at = from; at < to; ) {
    const word = matchPatternAt(WORD, text, at);
    const quote = matchPatternAt(QUOTE, text, at + (word?.length ?? 0));
    if (word === 'lambda') around.operator(at);
    if (word !== null && OPERATOR_WORDS.has(word)) around.operator(at);
    if (quote !== null) {
      const start = at;
      at = findStringEnd(text, at, word ?? '', quote);
      if (word !== null && FORMATTED.test(word))
        scanFormatString(text, start + word.length + quote.length, at - quote.length, around);
    } else if (word !== null) at += word.length;
    else if (text[at] === '#') at = findCommentEnd(text, at);
    else if (text[at] === '@')
      refuseSource(
        at,
        describeUnsupported(isFirstOnLine(text, at) ? FOREIGN.DecoratedStatement : FOREIGN['@']),
      );
    else at += matchPatternAt(BLANK_OR_DIGIT, text, at)?.length ?? around.character(text[at], at);
  }
}

/** True if only white space precedes it on its line. */
const isFirstOnLine = (text: string, at: number): boolean =>
  text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === '';

function matchPatternAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

const FORMATTED = /^(?:f|fr|rf)$/i;
const BYTES = /^(?:b|br|rb)$/i;

/** @param prefix any word before the quote; the grammar splits off those that are not prefixes */
function findStringEnd(text: string, at: number, prefix: string, quote: string): number {
  if (BYTES.test(prefix)) refuseSource(at, describeUnsupported('a bytes string'));
  for (let end = at + prefix.length + quote.length; end < text.length; end += 1) {
    if (text.startsWith(quote, end)) return end + quote.length;
    if (text[end] === '\\') end += 1;
    else if (text[end] === '\n' && quote.length === 1) break;
  }
  return refuseSource(at, 'this string is not closed');
}

/** The values in an f-string, each without braces, backslashes, number signs and f-strings of its own. */
function scanFormatString(text: string, from: number, to: number, around: NestingCounter): void {
  const inside = text.slice(from, to).replaceAll('{{', '  ');
  for (let open = inside.indexOf('{'); open >= 0; open = inside.indexOf('{', open + 1)) {
    const close = inside.indexOf('}', open);
    if (close < 0) refuseSource(from + open, 'this brace is not closed');
    const odd = inside.slice(open + 1, close).search(/[{\\#]|\b(?:f|fr|rf)['"]/i);
    if (odd >= 0) refuseSource(from + open + 1 + odd, 'this is not allowed within the braces of an f-string');
    scanSource(text, from + open + 1, from + close, around);
    open = close;
  }
}

function findCommentEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Counts how many operators and brackets surround a place at most. */
class NestingCounter {
  readonly #brackets: { readonly closing: string; readonly outside: number }[] = [];
  #total = 0;
  /** Share of the total in the innermost bracket since the last comma. */
  #here = 0;

  operator(at: number): void {
    this.#here += 1;
    this.#total += 1;
    if (this.#total > MAX_NESTED_OPERATORS) refuseSource(at, TOO_DEEP);
  }

  /** Returns the length, 1. */
  character(character: string, at: number): number {
    if (CLOSING[character] !== undefined) this.#open(CLOSING[character], at);
    else if (')]}'.includes(character)) this.#close(character, at);
    else if (character === ',' || character === ';') this.#forget();
    else if (character === '\n') {
      if (this.#brackets.length === 0) this.#forget();
    } else if (OPERATORS.includes(character)) this.operator(at);
    else if (character !== ':') refuseCharacter(character, at);
    return 1;
  }

  #open(closing: string, at: number): void {
    if (this.#brackets.length >= PROGRAM_LIMITS.nesting) refuseSource(at, TOO_DEEP);
    this.#brackets.push({ closing, outside: this.#here });
    this.#here = 0;
  }

  #close(character: string, at: number): void {
    const bracket = this.#brackets.pop();
    if (bracket?.closing !== character) refuseSource(at, `this ${character} closes nothing`);
    this.#forget();
    this.#here = bracket.outside;
    this.operator(at);
  }

  #forget(): void {
    this.#total -= this.#here;
    this.#here = 0;
  }
}

/** Message for a source that nests too deeply. */
export const TOO_DEEP = `nested more than ${PROGRAM_LIMITS.nesting} deep`;

function refuseCharacter(character: string, at: number): never {
  if (character === '\\') refuseSource(at, 'a line continued with a backslash; use parentheses instead');
  if (character >= '\x80')
    refuseSource(at, 'characters outside ASCII are allowed only in strings and comments');
  if (character < ' ') refuseSource(at, 'a control character');
  return refuseSource(at, `${character} is not allowed here`);
}
