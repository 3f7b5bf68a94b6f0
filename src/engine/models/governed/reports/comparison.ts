import { InputError } from '../../../core/errors.ts';
import type { Comparison } from '../../../run/comparison.ts';
import type { Run } from '../../../run/run.ts';
import type { PairPoint, PairReport, PairSide, PairSums } from './detail.ts';
import { pairOf, pairRuns } from './pair.ts';

/** What governance changes: the missions played without it and with it, as two runs of the same seed. */
export const governedComparison: Comparison<PairReport> = {
  check(_, recorded) {
    if (recorded !== null)
      throw new InputError(
        `${recorded} has the answers of one run; compare plays two, with governance and without, and asks for the answers of both`,
      );
  },
  compare: pairRuns,
  compareWith: pairOf,
  table: ({ rows, points }, run) => ({
    columns: COLUMNS,
    rows: [
      ...rows.map(row => rowOf(row, run)),
      ...points.map(point => [`all, at most ${point.limit} steps`, ...sumsOf(point)]),
    ],
  }),
  summary: ({ limit, points }) => ({
    limit,
    limits: points.map(({ limit: at, without, with: governed }) => ({
      limit: at,
      without: recordOf(without),
      with: recordOf(governed),
      saved: {
        steps: without.steps - governed.steps,
        calls: without.calls - governed.calls,
        tokens: without.tokens - governed.tokens,
      },
    })),
  }),
};

const COLUMNS = [
  { head: 'mission', width: 30, isRight: false },
  { head: 'without governance', width: 44, isRight: false },
  { head: 'steps', width: 6, isRight: true },
  { head: 'tokens', width: 8, isRight: true },
  { head: 'with it', width: 44, isRight: false },
  { head: 'steps', width: 6, isRight: true },
  { head: 'tokens', width: 8, isRight: true },
];

const rowOf = (row: PairReport['rows'][number], run: Run) => [
  run.state.nameOf(row.agent),
  ended(row.without),
  row.without.steps,
  row.without.tokens,
  ended(row.with),
  row.with.steps,
  row.with.tokens,
];

const ended = ({ ending, rule }: PairSide): string =>
  rule === null || ending === 'cut_off' ? ending : `${ending}: ${rule}`;

const sumsOf = ({ without, with: governed }: PairPoint) =>
  [without, governed].flatMap(sums => [endingsOf(sums), sums.steps, sums.tokens]);

/** "9 right, 3 wrong, 8 cut_off" */
const endingsOf = ({ endings }: PairSums): string =>
  Object.entries(endings)
    .filter(([, count]) => count > 0)
    .map(([ending, count]) => `${count} ${ending}`)
    .join(', ');

const recordOf = ({ endings, ...costs }: PairSums) => ({ ...endings, ...costs });
