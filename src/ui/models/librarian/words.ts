import type { StrategySums } from '../../../engine/models/librarian/frame.ts';
import type { Cause, Mark, Strategy } from '../../../engine/models/librarian/words.ts';

/** "94 %"; "–" before anything has been settled. */
export const percent = (right: number, settled: number): string =>
  settled === 0 ? '–' : `${Math.round((100 * right) / settled)} %`;

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Small numbers as words: "twelve". */
export const spelt = (count: number): string => NUMBERS[count] ?? String(count);

export const sumOf = (
  strategies: readonly StrategySums[],
  part: 'agents' | 'settled' | 'right' | 'tokens',
): number => strategies.reduce((sum, row) => sum + row[part], 0);

/** What a strategy does, in a few words. */
export const STRATEGY_WORDS: Readonly<Record<Strategy, string>> = {
  careful: 'files by topic, loads before it answers',
  hasty: 'skims, numbers its notes, never looks into storage',
};

export const CAME: Readonly<Record<Cause, string>> = {
  given: 'given',
  add: 'added',
  remove: 'removed',
  load: 'loaded',
  save: 'saved',
  paging: 'paged out',
  hard_limit: 'moved at the hard limit',
  displaced: 'displaced',
};

export const LEFT: Readonly<Record<Cause, string>> = { ...CAME, load: 'loaded anew', save: 'saved over' };

/** What became of a question, and from where its answer came. */
export function markWords(mark: Mark | null, loaded: boolean): string {
  if (mark === null) return 'open';
  if (mark !== 'right') return mark;
  return loaded ? 'after a load' : 'from memory';
}
