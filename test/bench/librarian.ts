import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STRATEGIES } from '../../src/engine/models/librarian/librarianTerms.ts';
import { intervalOf, type RecallAt, recallAt, shareOf } from '../engine/models/librarian/recallAt.ts';
import { recallPlot } from './recallPlot.ts';

/** Recall against the paging limit on our texts, as tables for docs/librarian.md, and its plot beside it. */
const LIMITS = [512, 1024, 2048, 4096, 8192];
const SEEDS = 20;
const KINDS = ['plain', 'reworded', 'joined', 'changed'];

const percent = (share: number): string => (100 * share).toFixed(1);
const grouped = (count: number): string => count.toLocaleString('en');
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');

const rows: RecallAt[] = [];
for (const limit of LIMITS) rows.push(...(await recallAt(limit, SEEDS)));
const of = (strategy: string, limit: number): RecallAt =>
  rows.find(row => row.strategy === strategy && row.limit === limit)!;

const recallCell = (row: RecallAt): string => {
  const { mean, half } = intervalOf(row);
  const right = row.seeds.reduce((sum, tally) => sum + tally.right, 0);
  const asked = row.seeds.reduce((sum, tally) => sum + tally.asked, 0);
  return `${grouped(right)}/${grouped(asked)}, ${percent(mean)} ± ${percent(half)}`;
};
const kindsOf = ({ kinds }: RecallAt): string =>
  KINDS.map(kind => Math.round(100 * shareOf(kinds[kind]))).join(' / ');

const heads = ['paging limit', ...STRATEGIES];
const tableOf = (cell: (row: RecallAt) => string): string =>
  table(
    heads,
    LIMITS.map(limit => [grouped(limit), ...STRATEGIES.map(strategy => cell(of(strategy, limit)))]),
  );
console.log(`Right of asked, % ± 95 % over ${SEEDS} seeds:\n\n${tableOf(recallCell)}\n`);
console.log(`% ${KINDS.join(' / ')}:\n\n${tableOf(kindsOf)}\n`);
console.log(`Tokens of one agent's prompts and answers:\n\n${tableOf(row => grouped(row.tokens))}`);

const points = STRATEGIES.map(strategy => ({
  name: strategy,
  values: LIMITS.map(limit => intervalOf(of(strategy, limit))),
}));
writeFileSync(join(import.meta.dirname, '../../docs/librarian-recall.svg'), recallPlot(LIMITS, points));
