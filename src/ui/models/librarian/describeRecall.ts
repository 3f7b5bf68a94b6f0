import { formatPercent } from '../../../engine/core/formatPercent.ts';
import type { KindSums, StrategySums } from '../../../engine/models/librarian/librarianState.ts';
import type { Cause, Strategy } from '../../../engine/models/librarian/librarianTerms.ts';
import type { AskedLine, Fact } from '../../../engine/models/librarian/reports/librarianDetail.ts';
import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import { escapeInvisibleText } from '../../lib/formatCounts.ts';
import type { PageState } from '../../state/pageState.ts';

/** "94 %"; "–" before anything has been settled. */
export const formatRecallPercent = (right: number, settled: number): string =>
  settled === 0 ? '–' : formatPercent(right / settled);

/** "plain 100 %, joined 62 %": recall by kind of question. */
export const describeRecallByKind = (kinds: readonly KindSums[]): string =>
  kinds
    .map(({ kind, right, settled }) => `${escapeInvisibleText(kind)} ${formatRecallPercent(right, settled)}`)
    .join(', ');

const SMALL_NUMBER_WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Small numbers as words: "twelve". */
export const spellSmallNumber = (count: number): string => SMALL_NUMBER_WORDS[count] ?? String(count);

/** Sum of one figure over all strategies. */
export const sumStrategyPart = (
  strategies: readonly StrategySums[],
  part: 'agents' | 'settled' | 'questions' | 'right' | 'tokens',
): number => strategies.reduce((sum, row) => sum + row[part], 0);

/** The strategies in a few words. */
export const STRATEGY_WORDS: Readonly<Record<Strategy, string>> = {
  careful: 'files by topic, loads before it answers',
  hasty: 'skims, numbers its notes, never looks into storage',
  sliding: 'keeps the latest passages whole, never looks into storage',
};

/** Causes of an entry's arrival, in words. */
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

/** Causes of an entry's departure, in words. */
export const LEFT: Readonly<Record<Cause, string>> = { ...CAME, load: 'loaded again', save: 'saved over' };

/** Verdict on a question: the origin of its answer, or the place of the right one. */
export function describeQuestionMark({
  mark,
  loaded,
  fact,
}: Pick<AskedLine, 'mark' | 'loaded' | 'fact'>): string {
  if (mark === null) return 'open';
  if (mark === 'right') return loaded ? 'after a load' : 'from memory';
  return fact === null ? mark : `${mark}: ${LAY[fact.place ?? 'nowhere']}`;
}

const LAY = { working: 'was at hand', storage: 'was in storage', nowhere: 'was kept nowhere' } as const;

/** Place of the sentence that answers a question, in words. */
export function describeFactPlace({ passage, place }: Fact): string {
  const where = { working: 'then in working memory', storage: 'then in storage' } as const;
  return `Stated in passage ${passage}, ${place === null ? 'then kept nowhere' : where[place]}`;
}

/** True if the run uses the policy's strategies; a language model has none. */
export const hasPolicyStrategies = ({ run }: Pick<PageState, 'run'>): boolean =>
  run === null || !isLanguageModelOracle(run.setup.oracle);
