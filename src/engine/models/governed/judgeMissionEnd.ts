import type { Expected } from './inputs/missions.ts';
import { normalizeQuery } from './inputs/searchIndex.ts';
import type { Ending } from './phases.ts';

/** Spellings that fall apart into words without their apostrophe. */
const APOSTROPHES: readonly (readonly [RegExp, string])[] = [
  [/\bcan['’]t\b/gi, 'cannot'],
  [/\b(do|does|did|could|is|are|was|were)n['’]t\b/gi, '$1 not'],
];

/** Words by which a final text admits that it has no answer. */
const ADMISSIONS = [
  'not found',
  'nothing found',
  'nothing was found',
  'no answer',
  'no information',
  'no mention',
  'no such',
  'not in the documents',
  'not in the handbook',
  'not mentioned',
  'not specified',
  'not stated',
  'not available',
  'not there',
  'do not say',
  'does not say',
  'do not mention',
  'does not mention',
  'do not contain',
  'does not contain',
  'did not find',
  'could not find',
  'cannot find',
  'can not find',
  'could not be found',
  'cannot be found',
  'can not be found',
  'unable to find',
  'do not know',
  'unknown',
].map(padWords);

/** Words in lower case, with a blank before and after, so that whole words are compared. */
function padWords(text: string): string {
  const plain = APOSTROPHES.reduce((before, [written, full]) => before.replace(written, full), text);
  return ` ${normalizeQuery(plain)} `;
}

/**
 * Judges the text of a mission's own finish: *right* if it has an expected answer, else *abstained* if it admits that
 * it has none, else *right* if it names an expected source, else *wrong*; *unjudged* if it answers and the right answer
 * is unknown. For a goal without an answer, only abstaining is not wrong.
 */
export function judgeMissionEnd(final: string, expected: Expected | null): Ending {
  const padded = padWords(final);
  const has = (texts: readonly string[] = []) => texts.some(text => padded.includes(padWords(text)));
  if (has(expected?.answers)) return 'right';
  if (ADMISSIONS.some(words => padded.includes(words))) return 'abstained';
  if (has(expected?.sources)) return 'right';
  return expected === null ? 'unjudged' : 'wrong';
}
