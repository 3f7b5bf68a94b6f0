import { setImmediate } from 'node:timers/promises';
import { compareStrategies, type StrategyRow } from '../engine/models/librarian/strategies.ts';
import type { Strategy } from '../engine/models/librarian/words.ts';
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
  const isPolicy = setup.oracle.kind === 'policy';
  const rows = await compareStrategies(
    async ({ paging, hard }) => {
      const parameters = { ...setup.parameters, paging, hard };
      return (await openedRun({ ...order, setup: { ...setup, parameters } }, root)).run;
    },
    run => oracleFor(run, setup, { key: () => key, recording: null, outside }),
    setImmediate,
  );
  const shown = isPolicy ? rows : merged(rows);
  return { table: tableOf(shown), summary: { rows: shown.map(summaryOf) } };
}

const HEADS = [
  'strategy',
  'limits',
  'right/asked',
  'of all',
  'cycles',
  'tokens',
  'longest',
  'paged',
  'loaded',
  'forced',
  'lost',
];
const WIDTHS = [9, 16, 12, 7, 8, 9, 8, 6, 7, 7, 5];

type ComparedRow = Omit<StrategyRow, 'strategy'> & { readonly strategy: Strategy | 'model' };

const tableOf = (rows: readonly ComparedRow[]): string =>
  [
    HEADS.map((head, i) => (i < 2 ? head.padEnd(WIDTHS[i]) : head.padStart(WIDTHS[i]))).join(' '),
    ...rows.map(row =>
      tableLine(WIDTHS, [
        row.strategy,
        row.regime,
        `${row.right}/${row.settled}`.padStart(WIDTHS[2]),
        row.questions,
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

type Summed = Exclude<keyof StrategyRow, 'strategy' | 'regime' | 'longest'>;

/** A language model plays no strategy: its agents are one group. */
function merged(rows: readonly StrategyRow[]): readonly ComparedRow[] {
  return [...new Set(rows.map(({ regime }) => regime))].map(regime => {
    const same = rows.filter(row => row.regime === regime);
    const sum = (name: Summed) => same.reduce((all, row) => all + row[name], 0);
    return {
      strategy: 'model',
      regime,
      agents: sum('agents'),
      settled: sum('settled'),
      questions: sum('questions'),
      right: sum('right'),
      tokens: sum('tokens'),
      cycles: sum('cycles'),
      longest: Math.max(...same.map(row => row.longest)),
      paged: sum('paged'),
      loaded: sum('loaded'),
      forced: sum('forced'),
      lost: sum('lost'),
    };
  });
}

const summaryOf = ({ regime, settled, questions, longest, ...row }: ComparedRow) => ({
  limits: regime,
  ...row,
  asked: settled,
  questions,
  longest_prompt: longest,
});
