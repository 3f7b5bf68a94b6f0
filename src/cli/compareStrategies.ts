import { setImmediate } from 'node:timers/promises';
import { compareStrategies, type StrategyRow } from '../engine/models/librarian/strategies.ts';
import { oracleFor } from '../oracles/open.ts';
import { systemOutside } from '../oracles/outside.ts';
import { openedRun, type RunOptions } from './run.ts';
import { tableLine } from './table.ts';

/** Recall and cost of each strategy: with paging, with the hard limit alone, and without limits. */
export async function compareMemory(
  order: Pick<RunOptions, 'setup' | 'paths'>,
  root: URL,
  key: string | null,
): Promise<{ readonly table: string; readonly summary: object }> {
  const { setup } = order;
  const outside = systemOutside();
  const rows = await compareStrategies(
    async ({ paging, hard }) => {
      const parameters = { ...setup.parameters, paging, hard };
      return (await openedRun({ ...order, setup: { ...setup, parameters } }, root)).run;
    },
    run => oracleFor(run, setup, { key: () => key, recording: null, outside }),
    setImmediate,
  );
  return { table: tableOf(rows), summary: { rows: rows.map(summaryOf) } };
}

const HEADS = [
  'strategy',
  'limits',
  '  recall',
  ' cycles',
  '  tokens',
  'longest',
  'paged',
  'loaded',
  'forced',
  'lost',
];
const WIDTHS = [9, 16, 9, 8, 9, 8, 6, 7, 7, 5];

const tableOf = (rows: readonly StrategyRow[]): string =>
  [
    HEADS.map((head, i) => (i < 2 ? head.padEnd(WIDTHS[i]) : head.trim().padStart(WIDTHS[i]))).join(' '),
    ...rows.map(row =>
      tableLine(WIDTHS, [
        row.strategy,
        row.regime,
        `${row.right}/${row.settled}`.padStart(WIDTHS[2]),
        row.cycles,
        row.tokens,
        row.longest,
        row.paged,
        row.loaded,
        row.forced,
        row.lost,
      ]),
    ),
  ].join('\n');

const summaryOf = ({ regime, settled, longest, ...row }: StrategyRow) => ({
  limits: regime,
  ...row,
  asked: settled,
  longest_prompt: longest,
});
