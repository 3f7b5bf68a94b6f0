import { cleanTextLine } from '../../../core/cleanTextLine.ts';

/** UTF-16 units of a tag, and of a value. */
export const LONGEST_TAG = 200;
/** UTF-16 units of a query to storage. */
export const LONGEST_SEARCH = 1_000;
/** UTF-16 units of a value; longer ones are refused. */
export const MAX_MEMORY_VALUE_LENGTH = 100_000;

/** Characters that cannot be stored: controls except line breaks and tabs, and lone surrogates. */
const UNSTORED = /[^\P{Cc}\n\t]|\p{Cs}/gu;

/**
 * A tag as a valid identifier: one line, with underscores for spaces and list separators; one of digits alone gets a
 * leading underscore, because objects sort such keys. Empty if nothing is left.
 */
export function normalizeTag(text: string): string {
  const tag = cleanTextLine(text.replace(/[,;]/g, ' '), Number.MAX_SAFE_INTEGER).replaceAll(' ', '_');
  return /^\d+$/.test(tag) ? `_${tag}` : tag;
}

/** Tags of a list: separated by commas, semicolons or line breaks; without repetitions, in order. */
export const normalizeTagList = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map(normalizeTag)
      .filter(tag => tag !== ''),
  ),
];

/** A value as it can be stored; line breaks stay. */
export const normalizeStoredValue = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(UNSTORED, '').trim();

/** The first of `tag_2`, `tag_3`, … that is free; a tag that would grow too long is cut, never inside a character. */
export function findFreeTag(tag: string, isFree: (tag: string) => boolean): string {
  for (let number = 2; ; number++) {
    const end = `_${number}`;
    const next = tag.slice(0, LONGEST_TAG - end.length).replace(/[\ud800-\udbff]$/, '') + end;
    if (isFree(next)) return next;
  }
}
