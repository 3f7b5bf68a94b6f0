/** One thing and how often it comes: a group, or an atom as it is written. */
interface RepeatedItem {
  /** Alternatives of a group; null for an atom. */
  readonly group: readonly (readonly RepeatedItem[])[] | null;
  readonly least: number;
  /** Infinity for no limit. */
  readonly most: number;
}

/** Alternatives of an expression, each a row of items. */
export type PatternWays = readonly (readonly RepeatedItem[])[];

/** Tokens of a regular expression of JavaScript without flags. */
export const PATTERN_TOKEN =
  /\(\?(?:<?[=!]|:|<[^>=!]*>)|[()|]|\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|c[a-zA-Z]|k<[^>]*>|\d+|[\s\S])|[\s\S]/y;
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;
/** Matches atoms without a character. */
const ZERO = /^(?:\^|\$|\\[bB])$/;

/** The items of an expression that can be read. */
export function parsePattern(text: string): PatternWays {
  let at = 0;
  const readWays = (): RepeatedItem[][] => {
    const ways: RepeatedItem[][] = [[]];
    while (at < text.length) {
      PATTERN_TOKEN.lastIndex = at;
      const token = PATTERN_TOKEN.exec(text)?.[0] ?? text[at];
      at += token.length;
      if (token === ')') return ways;
      if (token === '|') ways.push([]);
      else if (token.startsWith('(')) ways[ways.length - 1].push(readQuantifier(readWays()));
      else if (!ZERO.test(token)) ways[ways.length - 1].push(readQuantifier(null));
    }
    return ways;
  };
  const readQuantifier = (group: RepeatedItem['group']): RepeatedItem => {
    QUANTIFIER.lastIndex = at;
    const [found = '', least, comma, most] = QUANTIFIER.exec(text) ?? [];
    at += found.length;
    if (found === '') return { group, least: 1, most: 1 };
    if (found[0] === '?') return { group, least: 0, most: 1 };
    if (found[0] !== '{') return { group, least: found[0] === '+' ? 1 : 0, most: Number.POSITIVE_INFINITY };
    if (comma === '') return { group, least: Number(least), most: Number(least) };
    return { group, least: Number(least), most: most === '' ? Number.POSITIVE_INFINITY : Number(most) };
  };
  return readWays();
}
