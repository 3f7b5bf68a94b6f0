/** A word of a text as answers are compared by. */
export interface Token {
  /** In lower case; a number in digits, however it was written. */
  readonly word: string;
  /** Whether a mark that ends a part of a sentence stands before it. */
  readonly isNew: boolean;
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const UNITS = new Map(SMALL.map((word, value) => [word, value]));
const TENFOLD = new Map(TENS.map((word, i) => [word, 10 * (i + 2)]));
const ARTICLES = new Set(['a', 'an', 'the']);

/** Numbers with marks in them, negations with their apostrophe, other words; a mark that parts is a word of its own. */
const PIECES =
  /\p{N}{1,3}(?:,\p{N}{3})+(?![\p{L}\p{N}])|\p{N}+\.\p{N}+(?![\p{L}\p{N}])|\p{L}+n't|[\p{L}\p{N}]+|[,;:.!?()/|—–\n]/gu;

/** The words of a text in order: `Forty-one pianos` is `41`, `pianos`. */
export function tokenizeWording(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let isNew = true;
  for (const [piece] of text.toLowerCase().replaceAll('’', "'").matchAll(PIECES)) {
    if (piece === '/' || piece === '|') tokens.push({ word: 'or', isNew: false });
    else if (/^[\p{L}\p{N}]/u.test(piece)) tokens.push({ word: piece.replaceAll(',', ''), isNew });
    isNew = !/^[\p{L}\p{N}/|]/u.test(piece);
  }
  return convertNumberWords(tokens);
}

/** Tokens without the article that they begin with, if anything follows. */
export const dropLeadingArticle = (tokens: readonly Token[]): readonly Token[] =>
  tokens.length > 1 && ARTICLES.has(tokens[0].word) ? tokens.slice(1) : tokens;

/** Whether a word is an article. */
export const isArticleToken = ({ word }: Token): boolean => ARTICLES.has(word);

function convertNumberWords(tokens: readonly Token[]): readonly Token[] {
  const told: Token[] = [];
  for (let i = 0; i < tokens.length; ) {
    const { value, length } = parseNumberWords(tokens, i);
    told.push(length === 0 ? tokens[i] : { word: String(value), isNew: tokens[i].isNew });
    i += Math.max(1, length);
  }
  return told;
}

/** The number in words that begins at a token: `two hundred and twelve`; of no length where there is none. */
function parseNumberWords(
  tokens: readonly Token[],
  start: number,
): { readonly value: number; readonly length: number } {
  let value = 0;
  let length = 0;
  /** What may follow: everything below this. */
  let room = Number.POSITIVE_INFINITY;
  const isAHundred = tokens[start].word === 'a' && tokens[start + 1]?.word === 'hundred';
  for (let i = start; i < tokens.length; i++) {
    const { word, isNew } = tokens[i];
    if (i > start && isNew) break;
    const small = UNITS.get(word) ?? TENFOLD.get(word);
    if (small !== undefined && small < room && (small > 0 || length === 0)) {
      value += small;
      room = TENFOLD.has(word) ? 10 : 0;
      length = i + 1 - start;
    } else if (word === 'hundred' && (isAHundred ? i === start + 1 : value > 0 && value < 100)) {
      value = 100 * Math.max(1, value);
      room = 100;
      length = i + 1 - start;
    } else if (!((word === 'and' && room === 100) || (i === start && isAHundred))) break;
  }
  return { value, length };
}

/** A noun in the singular, by its ending alone: `pianos`, `boxes`, `berries`. */
export function toSingularNoun(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:s|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
