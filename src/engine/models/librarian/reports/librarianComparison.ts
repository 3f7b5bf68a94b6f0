import { InputError } from '../../../core/errors.ts';
import type { ModelComparison } from '../../../run/modelComparison.ts';
import { type ComparedRow, compareStrategies } from '../compareStrategies.ts';

/** Recall and cost of each strategy: with paging, with the hard limit alone, and without limits. */
export const librarianComparison: ModelComparison<readonly ComparedRow[]> = {
  check({ parameters }, recorded) {
    const fixed = ['paging', 'hard'].find(name => name in parameters);
    if (fixed !== undefined)
      throw new InputError(
        `compare sets ${fixed} by itself: with paging, with the hard limit alone, and without`,
      );
    if (recorded !== null)
      throw new InputError('comparing librarians needs new answers: a recording holds those of one regime');
  },
  compare: compareStrategies,
  table: rows => ({ columns: STRATEGY_COMPARISON_COLUMNS, rows: rows.map(buildComparisonCells) }),
  summary: rows => ({ rows: rows.map(summarizeComparedRow) }),
};

const STRATEGY_COMPARISON_COLUMNS = [
  { head: 'strategy', width: 9, isRight: false },
  { head: 'limits', width: 16, isRight: false },
  { head: 'right/asked', width: 12, isRight: true },
  { head: 'of all', width: 7, isRight: true },
  { head: 'cycles', width: 8, isRight: true },
  { head: 'tokens', width: 9, isRight: true },
  { head: 'longest', width: 8, isRight: true },
  { head: 'paged', width: 6, isRight: true },
  { head: 'loaded', width: 7, isRight: true },
  { head: 'forced', width: 7, isRight: true },
  { head: 'lost', width: 5, isRight: true },
];

const buildComparisonCells = (row: ComparedRow) => [
  row.strategy,
  row.regime,
  `${row.right}/${row.settled}`,
  row.questions,
  row.cycles,
  row.tokens,
  row.longest,
  row.paged,
  row.loaded,
  row.forced,
  row.lost,
];

const summarizeComparedRow = ({ regime, settled, questions, longest, ...row }: ComparedRow) => ({
  limits: regime,
  ...row,
  asked: settled,
  questions,
  longest_prompt: longest,
});
