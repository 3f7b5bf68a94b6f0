import { InputError } from '../../../core/errors.ts';
import type { ModelComparison } from '../../../run/modelComparison.ts';
import type { Run } from '../../../run/run.ts';
import type { PairPoint, PairReport, PairSide, PairSums } from './governedDetail.ts';
import { comparePairedRuns, pairWithFinishedRun } from './pair.ts';

/** Effect of governance: the missions played without it and with it, as two runs of the same seed. */
export const governedComparison: ModelComparison<PairReport> = {
  check(_, recorded) {
    if (recorded !== null)
      throw new InputError(
        `${recorded} has the answers of one run; compare plays two, with governance and without, and asks for the answers of both`,
      );
  },
  compare: comparePairedRuns,
  compareWith: pairWithFinishedRun,
  table: ({ rows, points }, run) => ({
    columns: MISSION_COMPARISON_COLUMNS,
    rows: [
      ...rows.map(row => buildPairCsvRow(row, run)),
      ...points.map(point => [`all, at most ${point.limit} steps`, ...getPairSums(point)]),
    ],
  }),
  summary: ({ limit, points }) => ({
    limit,
    limits: points.map(({ limit: at, without, with: governed }) => ({
      limit: at,
      without: toPairRecord(without),
      with: toPairRecord(governed),
      saved: {
        steps: without.steps - governed.steps,
        calls: without.calls - governed.calls,
        tokens: without.tokens - governed.tokens,
      },
    })),
  }),
};

const MISSION_COMPARISON_COLUMNS = [
  { head: 'mission', width: 30, isRight: false },
  { head: 'without governance', width: 44, isRight: false },
  { head: 'steps', width: 6, isRight: true },
  { head: 'tokens', width: 8, isRight: true },
  { head: 'with it', width: 44, isRight: false },
  { head: 'steps', width: 6, isRight: true },
  { head: 'tokens', width: 8, isRight: true },
];

const buildPairCsvRow = (row: PairReport['rows'][number], run: Run) => [
  run.state.nameOf(row.agent),
  formatPairEnding(row.without),
  row.without.steps,
  row.without.tokens,
  formatPairEnding(row.with),
  row.with.steps,
  row.with.tokens,
];

const formatPairEnding = ({ ending, rule }: PairSide): string =>
  rule === null || ending === 'cut_off' ? ending : `${ending}: ${rule}`;

const getPairSums = ({ without, with: governed }: PairPoint) =>
  [without, governed].flatMap(sums => [formatEndingCounts(sums), sums.steps, sums.tokens]);

/** "9 right, 3 wrong, 8 cut_off" */
const formatEndingCounts = ({ endings }: PairSums): string =>
  Object.entries(endings)
    .filter(([, count]) => count > 0)
    .map(([ending, count]) => `${count} ${ending}`)
    .join(', ');

const toPairRecord = ({ endings, ...costs }: PairSums) => ({ ...endings, ...costs });
