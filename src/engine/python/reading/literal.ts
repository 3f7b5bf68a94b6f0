import { PROGRAM_LIMITS } from '../limits.ts';
import { formatSourceExcerpt } from '../running/createFunctionValue.ts';
import { describeUnsupported } from './pythonWords.ts';
import { refuseSource } from './refusal.ts';

const INTEGER = /^(?:0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|[1-9](?:_?\d)*|0(?:_?0)*)$/;
const DIGIT_GROUPS = String.raw`\d(?:_?\d)*`;
const FLOAT = new RegExp(
  `^(?:${DIGIT_GROUPS}\\.(?:${DIGIT_GROUPS})?|\\.${DIGIT_GROUPS}|${DIGIT_GROUPS}(?=[eE]))(?:[eE][+-]?${DIGIT_GROUPS})?$`,
);

/** A number from its literal. @param at its offset in the source. @throws Refusal */
export function parseNumberLiteral(text: string, at: number): bigint | number {
  if (/[jJ]$/.test(text)) return refuseSource(at, describeUnsupported('a complex number'));
  if (INTEGER.test(text)) return parseIntegerLiteral(text.replaceAll('_', ''), at);
  if (FLOAT.test(text)) return Number(text.replaceAll('_', ''));
  return refuseSource(at, `${formatSourceExcerpt(text)} is not a number as Python writes it`);
}

function parseIntegerLiteral(text: string, at: number): bigint {
  const value = BigInt(text);
  if (value >= 1n << BigInt(PROGRAM_LIMITS.bits))
    return refuseSource(at, `an int of more than ${PROGRAM_LIMITS.bits} bits`);
  return value;
}

const STRING = /^([rRuU]?)('''|"""|'|")/;

/** A string from its literal, quotes included. @param at its offset in the source. @throws Refusal */
export function parseStringLiteral(text: string, at: number): string {
  const [opening, prefix, quote] =
    STRING.exec(text) ?? refuseSource(at, describeUnsupported('a string with this prefix'));
  const inside = text.slice(opening.length, text.length - quote.length);
  return prefix.toLowerCase() === 'r' ? inside : decodeStringEscapes(inside, at + opening.length);
}

const SIMPLE: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const ESCAPE =
  /\\(?:([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\n\\'"abfnrtv])|(.|$))/gsu;

/** A text with its escapes read. @param at its offset in the source. @throws Refusal */
export function decodeStringEscapes(inside: string, at: number): string {
  return inside.replace(ESCAPE, (whole, octal, x, u, long, simple, other, offset: number) => {
    if (simple !== undefined) return SIMPLE[simple];
    // Python warns of an escape that it does not know, and will refuse it.
    if (other !== undefined) return refuseSource(at + offset, `${whole} is not an escape that is read here`);
    const code = octal === undefined ? Number.parseInt(x ?? u ?? long, 16) : Number.parseInt(octal, 8);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
      return refuseSource(at + offset, `${whole} is not a character`);
    return String.fromCodePoint(code);
  });
}
