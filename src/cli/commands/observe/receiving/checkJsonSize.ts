import { InputError } from '../../../../engine/core/errors.ts';
import { RequestTooLarge } from './requestErrors.ts';

/** Most values of a request: members, elements and fields together. */
export const MAX_VALUES = 3_000_000;
/** Levels of objects and lists within each other: attributes have 64 at most, each of three. */
const MAX_LEVELS = 250;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LEFT_BRACKET, RIGHT_BRACKET, LEFT_BRACE, RIGHT_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Counts the values and levels of JSON before it is parsed, since parsed values take tens of times the memory of their text.
 * @throws RequestTooLarge for too many values, InputError for too many levels
 */
export function checkJsonSize(bytes: Uint8Array): void {
  let [values, levels] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const sign = bytes[at];
    if (sign === QUOTE) at = findStringEnd(bytes, at);
    else if (sign === LEFT_BRACE || sign === LEFT_BRACKET) {
      values++;
      if (++levels > MAX_LEVELS)
        throw new InputError(`the request nests more than ${MAX_LEVELS} levels of objects and lists`);
    } else if (sign === RIGHT_BRACE || sign === RIGHT_BRACKET) levels--;
    else if (sign === COMMA) values++;
    if (values > MAX_VALUES)
      throw new RequestTooLarge(`more than ${MAX_VALUES / 1e6} million values in one request`);
  }
}

/** Place of the quotation mark that ends a string; the length for a string without an end. */
function findStringEnd(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let escapes = 0;
    while (bytes[end - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return bytes.length;
}
