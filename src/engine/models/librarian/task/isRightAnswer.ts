import { memoizeByText } from '../../../oracle/formats/memoizeByText.ts';
import { tokenizeText } from '../reader/subjectWords.ts';
import type { TaskQuestion } from './librarianTask.ts';

/** A word of a text as answers are compared by. */
interface Token {
  /** In lower case; a number in digits, however it was written. */
  readonly word: string;
  /** True after a mark that ends a part of a sentence. */
  readonly isNew: boolean;
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const NUMBER_WORDS = new Map(SMALL.map((word, value) => [word, value]));
const TENFOLD = new Map(TENS.map((word, i) => [word, 10 * (i + 2)]));
const ARTICLES = new Set(['a', 'an', 'the']);

/** Numbers with marks in them, negations with their apostrophe, other words; a mark that parts is a word of its own. */
const PIECES =
  /\p{N}{1,3}(?:,\p{N}{3})+(?![\p{L}\p{N}])|\p{N}+\.\p{N}+(?![\p{L}\p{N}])|\p{L}+n't|[\p{L}\p{N}]+|[,;:.!?()/|—–\n]/gu;

/** The words of a text in order: `Forty-one pianos` is `41`, `pianos`. */
function tokenizeWording(text: string): readonly Token[] {
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
const dropLeadingArticle = (tokens: readonly Token[]): readonly Token[] =>
  tokens.length > 1 && ARTICLES.has(tokens[0].word) ? tokens.slice(1) : tokens;

/** True if a word is an article. */
const isArticleToken = ({ word }: Token): boolean => ARTICLES.has(word);

function convertNumberWords(tokens: readonly Token[]): readonly Token[] {
  const rows: Token[] = [];
  for (let i = 0; i < tokens.length; ) {
    const { value, length } = parseNumberWords(tokens, i);
    rows.push(length === 0 ? tokens[i] : { word: String(value), isNew: tokens[i].isNew });
    i += Math.max(1, length);
  }
  return rows;
}

/** The number in words that begins at a token: `two hundred and twelve`; of length 0 if there is none. */
function parseNumberWords(
  tokens: readonly Token[],
  start: number,
): { readonly value: number; readonly length: number } {
  let value = 0;
  let length = 0;
  /** Upper bound of the next number word. */
  let room = Number.POSITIVE_INFINITY;
  const isAHundred = tokens[start].word === 'a' && tokens[start + 1]?.word === 'hundred';
  for (let i = start; i < tokens.length; i++) {
    const { word, isNew } = tokens[i];
    if (i > start && isNew) break;
    const small = NUMBER_WORDS.get(word) ?? TENFOLD.get(word);
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
function toSingularNoun(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:s|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** Most words of an answer; anything longer is a search result rather than an answer. */
const MAX_GRADED_WORDS = 40;

/** Comparison of answers: in their usual wordings, or word for word. */
export type Grading = 'usual' | 'literal';

type Expected = Pick<TaskQuestion, 'accepted'>;

/**
 * True if an answer says one of the accepted answers, in at most forty words. In usual wordings articles, hyphens, the
 * plural of the last word and the form of a number do not matter; denied, undecided or merely listed answers do not
 * count.
 */
export function isRightAnswer(expected: Expected, given: string, grading: Grading = 'usual'): boolean {
  const known = graders[grading].get(expected);
  if (known !== undefined) return known(given);
  const grade = memoizeByText(text => isRight(expected, text, grading), MAX_CACHED);
  graders[grading].set(expected, grade);
  return grade(given);
}

/** Answers to a question that are kept with their grade: many agents with one task answer alike. */
const MAX_CACHED = 256;
const graders: Readonly<Record<Grading, WeakMap<Expected, (given: string) => boolean>>> = {
  usual: new WeakMap(),
  literal: new WeakMap(),
};

function isRight(expected: Expected, given: string, grading: Grading): boolean {
  const words = tokenizeText(given);
  if (words.length > MAX_GRADED_WORDS) return false;
  return grading === 'literal' ? matchesLiterally(expected, words) : matchesUsualWording(expected, given);
}

function matchesLiterally({ accepted }: Expected, words: readonly string[]): boolean {
  const text = ` ${words.join(' ')} `;
  return accepted.some(answer => {
    const wanted = tokenizeText(answer);
    return wanted.length > 0 && text.includes(` ${wanted.join(' ')} `);
  });
}

/** A stretch of tokens, the last one excluded. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

function matchesUsualWording({ accepted }: Expected, given: string): boolean {
  const tokens = tokenizeWording(given);
  const found = accepted.flatMap(answer => findAnswerStretches(answer, tokens));
  return found.some(
    one =>
      !isStretchDenied(tokens, one) &&
      !isUndecidedAlternative(tokens, one, found) &&
      !isAmongListedItems(tokens, one, found),
  );
}

/** Places of an accepted answer among the tokens. */
function findAnswerStretches(answer: string, tokens: readonly Token[]): readonly Stretch[] {
  const wanted = dropLeadingArticle(tokenizeWording(answer));
  if (wanted.length === 0) return [];
  const isName = /^\p{Lu}/u.test(answer.trim().split(/\s+/).at(-1) ?? '');
  const form = joinTokenForms(wanted, isName);
  const stretches: Stretch[] = [];
  for (let from = 0; from < tokens.length; from++)
    for (let count = Math.max(1, wanted.length - 1); count <= wanted.length + 1; count++) {
      const to = from + count;
      if (to <= tokens.length && joinTokenForms(tokens.slice(from, to), isName) === form)
        stretches.push({ from, to });
    }
  return stretches;
}

/** Words put together, so that a hyphen or a blank between letters does not matter; a number stays by itself. */
function joinTokenForms(tokens: readonly Token[], isName: boolean): string {
  const words = tokens.map(({ word }) => word);
  const last = words.at(-1) ?? '';
  if (!isName) words[words.length - 1] = toSingularNoun(last);
  return words.map(word => (/\p{N}/u.test(word) ? ` ${word} ` : word)).join('');
}

const DENIES = new Set('not no never neither nor without cannot none nothing nobody'.split(' '));
const TURNS = new Set(['but', 'however', 'though', 'although', 'except', 'rather']);
/** Words between a denial and what it denies. */
const REACH = 4;

/** True if a denial stands shortly before, in the same part of the sentence. */
function isStretchDenied(tokens: readonly Token[], { from }: Stretch): boolean {
  for (let i = from - 1; i >= Math.max(0, from - REACH) && !tokens[i + 1].isNew; i--) {
    const { word } = tokens[i];
    if (TURNS.has(word)) return false;
    if (!DENIES.has(word) && !word.endsWith("n't")) continue;
    return !/^(?:only|less|fewer|more|other|doubt|until|before)$/.test(tokens[i + 1].word);
  }
  return false;
}

/** True if it is one of two that are joined by an "or" and the other is not accepted. */
function isUndecidedAlternative(
  tokens: readonly Token[],
  { from, to }: Stretch,
  found: readonly Stretch[],
): boolean {
  const before = from > 0 && isArticleToken(tokens[from - 1]) ? from - 2 : from - 1;
  const first = tokens[before]?.word;
  if (first === 'either') return true;
  if (first === 'or' && !found.some(other => other.to === before)) return true;
  if (tokens[to]?.word !== 'or' || tokens[to + 1]?.word === 'so') return false;
  const after = tokens[to + 1] !== undefined && isArticleToken(tokens[to + 1]) ? to + 2 : to + 1;
  return !found.some(other => other.from === after);
}

/** Word counts of a listed item, and of items that never stand in a list. */
const MIN_LISTED_ITEM_WORDS = 2;
const NO_ITEM = new Set(
  'of in at on with from by to for as so than that which who is was were are'.split(' '),
);
/** Verbs after which one thing is described: "It is red, big and old." */
const SAYS = new Set(['is', 'was', 'became', 'becomes']);
/** Number of other items from which on an answer is a list. */
const OTHERS = 2;

/** True if it stands among short unaccepted items, with commas between them. */
function isAmongListedItems(
  tokens: readonly Token[],
  { from, to }: Stretch,
  found: readonly Stretch[],
): boolean {
  const before = from > 0 && isArticleToken(tokens[from - 1]) ? from - 2 : from - 1;
  if (SAYS.has(tokens[before]?.word)) return false;
  const parts = splitTokenParts(tokens);
  const own = parts.findIndex(part => part.from <= from && to <= part.to);
  if (own < 0) return false;
  const isAccepted = (part: Stretch) => found.some(one => one.from >= part.from && one.to <= part.to);
  const isShort = (part: Stretch) => {
    const words = tokens.slice(part.from, part.to).filter(token => !isArticleToken(token));
    return words.length <= MIN_LISTED_ITEM_WORDS && !words.some(({ word }) => NO_ITEM.has(word));
  };
  let others = 0;
  if (to === parts[own].to)
    for (let i = own + 1; i < parts.length && isShort(parts[i]); i++) if (!isAccepted(parts[i])) others++;
  if (dropLeadingArticle(tokens.slice(parts[own].from, to)).length === to - from) {
    let i = own - 1;
    for (; i >= 0 && isShort(parts[i]); i--) if (!isAccepted(parts[i])) others++;
    // The introduction of a list ends with its first item.
    if (i >= 0 && i < own - 1) others++;
  }
  return others >= OTHERS;
}

/** The parts between commas, "and" and "or". */
function splitTokenParts(tokens: readonly Token[]): readonly Stretch[] {
  const parts: Stretch[] = [];
  let from = 0;
  for (let i = 0; i <= tokens.length; i++) {
    const isJoint = tokens[i]?.word === 'and' || tokens[i]?.word === 'or';
    if (i < tokens.length && !tokens[i].isNew && !isJoint) continue;
    if (i > from) parts.push({ from, to: i });
    from = isJoint ? i + 1 : i;
  }
  return parts;
}
