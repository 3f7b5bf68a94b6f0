import { memoizeByText } from '../../../oracle/formats/memoizeByText.ts';
import { normalizeQuery } from '../inputs/searchIndex.ts';

const MAX_GOAL_WORDS = 12;
const MAX_WORD_LENGTH = 40;

/** Words that say nothing about what is wanted. */
const STOP = new Set(
  `a about after all also an and any are as at be been before being but by can could did do does done each every
  find for from get give had has have how i if in into is it its kind large list look me may might much many my
  no not of often on one open or our out over please search she should show so some such tell than that the
  their them then there these they this those to up us was we were what when where which while who whom whose
  why will with would you your file files document documents yesterday txt md non existent explain choose weigh
  summarise against one two three four five six seven eight nine ten ways`.split(/\s+/),
);

/** Goals that are kept with what was made of them. */
const MAX_CACHED_GOALS = 1000;

/** Memoizes by the goal, which many missions share and which each of their steps asks about. */
export const memoizeByGoal = <T>(make: (goal: string) => T): ((goal: string) => T) =>
  memoizeByText(make, MAX_CACHED_GOALS);

/** The significant words of a goal, in its order; all its words if there are none. */
export const contentWords: (goal: string) => readonly string[] = memoizeByGoal(goal => {
  const all = [...new Set(normalizeQuery(goal).split(' '))].filter(word => word !== '').map(shortenWord);
  const informative = all.filter(word => !STOP.has(word) && (word.length > 1 || /\P{L}/u.test(word)));
  return (informative.length > 0 ? informative : all).slice(0, MAX_GOAL_WORDS);
});

const shortenWord = (word: string): string =>
  word.length <= MAX_WORD_LENGTH ? word : [...word].slice(0, MAX_WORD_LENGTH / 2).join('');

/** True if a word counts as a number, including versions and years. */
export const hasDigitInWord = (word: string): boolean => /\d/.test(word);

/** The most significant first: numbers, then long words. */
export function sortWordsByWeight(words: readonly string[]): readonly string[] {
  const weight = (word: string) => word.length + (hasDigitInWord(word) ? 20 : 0);
  return [...words].sort((a, b) => weight(b) - weight(a));
}
