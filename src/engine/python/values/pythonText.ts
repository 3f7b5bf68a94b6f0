import { raiseError } from '../limits.ts';

/** Length below which comparing at every place is cheap enough. */
const MAX_NAIVE_SEARCH_LENGTH = 8;

/**
 * Positions of a non-empty part in a text, from left to right and without overlap. Built-in searches take text × part
 * steps if both repeat themselves; this takes text + part (Knuth, Morris, Pratt).
 * @param most number of positions after which the search stops
 */
export function findOccurrences(text: string, part: string, most = Infinity): readonly number[] {
  return part.length > MAX_NAIVE_SEARCH_LENGTH
    ? findLongOccurrences(text, part, most)
    : findShortOccurrences(text, part, most);
}

function findShortOccurrences(text: string, part: string, most: number): readonly number[] {
  const places: number[] = [];
  let at = text.indexOf(part);
  while (at >= 0 && places.length < most) {
    places.push(at);
    at = text.indexOf(part, at + part.length);
  }
  return places;
}

function findLongOccurrences(text: string, part: string, most: number): readonly number[] {
  const places: number[] = [];
  if (part.length > text.length) return places;
  const borders = computeFailureFunction(part);
  let matched = 0;
  for (let at = 0; at < text.length && places.length < most; at += 1) {
    matched = extendPartialMatch(part, borders, matched, text.charCodeAt(at));
    if (matched === part.length) {
      places.push(at + 1 - matched);
      matched = 0;
    }
  }
  return places;
}

/** The failure function: for each prefix of the part, its longest proper prefix that is also its suffix. */
function computeFailureFunction(part: string): Int32Array {
  const borders = new Int32Array(part.length + 1);
  for (let at = 1; at < part.length; at += 1)
    borders[at + 1] = extendPartialMatch(part, borders, borders[at], part.charCodeAt(at));
  return borders;
}

/** Length of the part matched after one more unit. */
function extendPartialMatch(part: string, borders: Int32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length];
  return part.charCodeAt(length) === unit ? length + 1 : length;
}

/** True if a text contains a part, which may be empty. */
export const containsText = (text: string, part: string): boolean =>
  part === '' || findOccurrences(text, part, 1).length > 0;

/** White space that Python strips and splits at: `str.isspace`. */
const BLANK = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const BLANKS = new RegExp(`[${BLANK}]+`);
const IS_BLANK = new RegExp(`[${BLANK}]`);

/** A string's length in code points. */
export function countCodePoints(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) if (isSurrogatePairAt(text, at)) pairs += 1;
  return text.length - pairs;
}

const isSurrogatePairAt = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;

/** White space that Python strips around a number: the same without the ASCII separators. */
export const AROUND_NUMBERS =
  '\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

/** The text without white space, or without the given characters, at its ends. */
export function stripText(text: string, side: 'left' | 'right' | 'both', characters: string | null): string {
  const signs = [...text];
  const given = characters === null ? null : new Set(characters);
  const goes = (sign: string): boolean => (given === null ? IS_BLANK.test(sign) : given.has(sign));
  let start = 0;
  let end = signs.length;
  if (side !== 'right') while (start < end && goes(signs[start])) start += 1;
  if (side !== 'left') while (end > start && goes(signs[end - 1])) end -= 1;
  return signs.slice(start, end).join('');
}

/** The words between white space. */
export function splitAtWhitespace(text: string): readonly string[] {
  return text.split(BLANKS).filter(word => word !== '');
}

/** Letters whose cases are the same in all tables of Unicode: ASCII, Latin 1 and Extended-A, basic Cyrillic. */
const SURE_CASE = /^[\0-\u017f\u0400-\u045f]*$/;

/** @throws Raised a LimitError for letters whose cases differ between the tables of Unicode */
export function convertCase(text: string, isUpper: boolean): string {
  if (!SURE_CASE.test(text))
    raiseError('LimitError', 'upper and lower case are certain only for Latin and Cyrillic letters here');
  return isUpper ? text.toUpperCase() : text.toLowerCase();
}

/** Number of non-overlapping occurrences of one string in another. */
export function countOccurrences(text: string, part: string): number {
  if (part === '') return countCodePoints(text) + 1;
  return findOccurrences(text, part).length;
}

/** The pieces before, between and after occurrences of a non-empty part. */
export function splitAtOccurrences(text: string, part: string): readonly string[] {
  const places = findOccurrences(text, part);
  const starts = [0, ...places.map(at => at + part.length)];
  return starts.map((start, at) => text.slice(start, places[at]));
}
