import { RE2JS } from 're2js';
import { estimateMatchSteps } from './estimateMatchSteps.ts';
import { translatePattern } from './translatePattern.ts';

/** UTF-16 units of a text that an expression of a user's is tried on. */
export const MAX_PATTERN_TEXT = 4_000;
/** Tries on one text up to which the language's own engine is used, which is the fastest: milliseconds at most. */
const MAX_TRIES = 4_000_000;

/** A regular expression of a user's: it takes a time that grows with its text at most. */
export interface Pattern {
  /** As it was written. */
  readonly source: string;
  /** True if it matches anywhere in a text of at most `MAX_PATTERN_TEXT` units. */
  test(text: string): boolean;
  /** The text without its first match. */
  removeFrom(text: string): string;
}

/**
 * Compiles an expression: for the language's own engine if that is quick on every text, else for RE2, which never goes back.
 * @param isKnown whether it is known to be quick
 * @throws Error for one that neither can take: `isPatternEndless` finds it
 */
export function compilePattern(text: string, isKnown = false): Pattern {
  if (isKnown || isQuick(text)) {
    const own = new RegExp(text);
    return { source: text, test: given => own.test(given), removeFrom: given => given.replace(own, '') };
  }
  const linear = RE2JS.compile(translatePattern(text));
  return {
    source: text,
    test: given => linear.matcher(given).find(),
    removeFrom: given => linear.matcher(given).replaceFirst(''),
  };
}

/** True if an expression may take for ever in the language's own engine, and RE2 cannot take it: it looks ahead or behind, or repeats a group. */
export function isPatternEndless(text: string): boolean {
  if (isQuick(text)) return false;
  try {
    RE2JS.compile(translatePattern(text));
    return false;
  } catch {
    return true;
  }
}

const isQuick = (text: string): boolean => estimateMatchSteps(text, MAX_PATTERN_TEXT) <= MAX_TRIES;
