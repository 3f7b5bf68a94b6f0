import { tokenizeText } from '../reader/words.ts';
import type { TaskQuestion } from './task.ts';
import {
  dropLeadingArticle,
  isArticleToken,
  type Token,
  tokenizeWording,
  toSingularNoun,
} from './wording.ts';

/** Most words of an answer; anything longer is a search result rather than an answer. */
const MOST_WORDS = 40;

/** How answers are compared: in their usual wordings, or word for word. */
export type Grading = 'usual' | 'literal';

type Expected = Pick<TaskQuestion, 'accepted'>;

/**
 * Whether an answer says one of the accepted answers, in at most forty words. In usual wordings articles, hyphens, the
 * plural of the last word and the form of a number do not matter; what is denied, left open or one of a list is not said.
 */
export function isRightAnswer(expected: Expected, given: string, grading: Grading = 'usual'): boolean {
  const words = tokenizeText(given);
  if (words.length > MOST_WORDS) return false;
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

/** Where an accepted answer stands among the tokens. */
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

/** Whether a denial stands shortly before, in the same part of the sentence. */
function isStretchDenied(tokens: readonly Token[], { from }: Stretch): boolean {
  for (let i = from - 1; i >= Math.max(0, from - REACH) && !tokens[i + 1].isNew; i--) {
    const { word } = tokens[i];
    if (TURNS.has(word)) return false;
    if (!DENIES.has(word) && !word.endsWith("n't")) continue;
    return !/^(?:only|less|fewer|more|other|doubt|until|before)$/.test(tokens[i + 1].word);
  }
  return false;
}

/** Whether it is one of two that are joined by an "or", of which the other is not accepted. */
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

/** Words of an item that is told in a list, and those that none has. */
const SHORT = 2;
const NO_ITEM = new Set(
  'of in at on with from by to for as so than that which who is was were are'.split(' '),
);
/** What follows one of these is said of one thing, and what follows that describes it: "It is red, big and old." */
const SAYS = new Set(['is', 'was', 'became', 'becomes']);
/** Items beside the right one from which on an answer is a list. */
const OTHERS = 2;

/** Whether it stands among short items, with commas between them, that are not accepted. */
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
    return words.length <= SHORT && !words.some(({ word }) => NO_ITEM.has(word));
  };
  let others = 0;
  if (to === parts[own].to)
    for (let i = own + 1; i < parts.length && isShort(parts[i]); i++) if (!isAccepted(parts[i])) others++;
  if (dropLeadingArticle(tokens.slice(parts[own].from, to)).length === to - from) {
    let i = own - 1;
    for (; i >= 0 && isShort(parts[i]); i--) if (!isAccepted(parts[i])) others++;
    // What introduces a list ends with its first item.
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
