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
