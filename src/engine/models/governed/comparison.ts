import type { Comparison } from '../../comparison.ts';
import { InputError } from '../../errors.ts';
import { agentId } from '../../indices.ts';
import type { Run } from '../../run.ts';
import type { PairReport, PairSide, PairSums } from './detail.ts';
import { pairOf, pairRuns } from './pair.ts';

/** What governance saves: the missions played without it and with it, using the same answers. */
export const governedComparison: Comparison<PairReport> = {
  check({ parameters }, recorded) {
    if (recorded !== null && parameters.governance !== false)
      throw new InputError(
        `${recorded} was recorded under governance; compare needs the answers of a run without it`,
      );
  },
  compare: pairRuns,
  compareWith: pairOf,
  table: ({ rows }, run) => ({ columns: COLUMNS, rows: rows.map(row => rowOf(row, run)) }),
  summary: ({ failing, succeeding, lost }) => ({
    failing: withSaved(failing),
    succeeding: withSaved(succeeding),
    lost: lost.map(agentId),
  }),
};

const COLUMNS = [
  { head: 'mission', width: 30, isRight: false },
  { head: 'without governance', width: 20, isRight: false },
  { head: 'steps', width: 6, isRight: true },
  { head: 'tokens', width: 8, isRight: true },
  { head: 'with it', width: 36, isRight: false },
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

const ended = ({ outcome, rule }: PairSide): string =>
  rule === null || outcome === 'cut_off' ? outcome : `${outcome}: ${rule}`;

/** Shares from 0 to 1, to three decimals. */
function withSaved({ missions, without, with: governed }: PairSums) {
  const saved = (name: 'steps' | 'calls' | 'tokens') =>
    without[name] === 0 ? 0 : Math.round((1 - governed[name] / without[name]) * 1000) / 1000;
  return {
    missions,
    without,
    with: governed,
    saved: { steps: saved('steps'), calls: saved('calls'), tokens: saved('tokens') },
  };
}
