import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { afterAll, describe, expect, it } from 'vitest';
import { buildDataTables } from '../../../../src/engine/export/tables/buildDataTables.ts';
import type { DataColumn, DataTable } from '../../../../src/engine/model/dataTable.ts';
import { createRun } from '../../../../src/engine/models/openRun.ts';
import { listWorldKeys } from '../../../../src/engine/worlds/worldKeys.ts';
import { loadedOf } from '../../../engine/everyModel.ts';
import { inProcess } from '../../command.ts';

const PAGE = new URL('../../../../docs/data.md', import.meta.url);
const page = readFileSync(PAGE, 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'statescope-data-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Columns of one pattern once, by the name of the pattern. */
const foldPatterns = (columns: readonly DataColumn[]): readonly DataColumn[] => [
  ...new Map(columns.map(column => [column.pattern ?? column.name, column])).values(),
];

const HEAD = '| column | type | unit | meaning | missing |\n| --- | --- | --- | --- | --- |\n';

const writeColumns = (columns: readonly DataColumn[]): string =>
  HEAD +
  foldPatterns(columns)
    .map(({ name, pattern, type, unit, meaning, missing }) =>
      `| \`${pattern ?? name}\` | ${type} | ${unit} | ${meaning} | ${missing} |\n`.replaceAll('|  |', '| |'),
    )
    .join('');

/** The dictionary as the page has it. */
async function writeDictionary(): Promise<string> {
  const { setup } = await loadedOf('social', { network: 'small-world', agents: 10 }, 1);
  const loaded = await loadedOf('social', { network: 'small-world', agents: 10 }, 1);
  const tables = await buildDataTables(createRun(loaded));
  const arms = [{ label: 'resharing 1', values: { resharing: 1 }, setup }];
  const keys = listWorldKeys({ arms, worlds: 1, rounds: 1, from: null, subject: null, files: null });
  const writeTable = ({ name, row, columns }: DataTable) =>
    `### ${name}\n\nA row is ${row} of a world of an arm.\n\n${writeColumns(columns)}`;
  return [`### Columns of all tables\n\n${writeColumns(keys)}`, ...tables.map(writeTable)].join('\n');
}

const SECTION = /(<!-- tables -->\n)([\s\S]*?)(<!-- end of tables -->)/;

describe('the page about data', () => {
  it('has the dictionary of the code', async () => {
    const dictionary = `\n${await writeDictionary()}\n`;
    if (process.env.UPDATE_FIXTURES === '1')
      writeFileSync(
        PAGE,
        page.replace(SECTION, (_, a, _b, c) => a + dictionary + c),
      );
    expect(SECTION.exec(readFileSync(PAGE, 'utf8'))?.[2]).toBe(dictionary);
  });

  it('names each column of each table once', async () => {
    const loaded = await loadedOf('social', { network: 'small-world', agents: 10 }, 1);
    for (const { columns } of await buildDataTables(createRun(loaded)))
      expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
  });
});

/** A block of the page in a language. */
const blockOf = (language: string) =>
  new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';

/** True if a program answers these arguments. */
function isInstalled(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const INTERPRETERS = [
  { language: 'r', program: 'Rscript', check: ['--version'], run: ['--vanilla', '-e'] },
  {
    language: 'python',
    program: process.env.PYTHON ?? 'python3',
    check: ['-c', 'import pandas'],
    run: ['-c'],
  },
] as const;

describe.each(INTERPRETERS)('the ten lines of $language', ({ language, program, check, run }) => {
  it('are ten at most', () => {
    const lines = blockOf(language)
      .split('\n')
      .filter(line => line !== '');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.length).toBeLessThanOrEqual(10);
  });

  it.skipIf(!isInstalled(program, check))(
    `give the paired difference (skipped without ${program} ${check.join(' ')})`,
    async () => {
      const home = mkdtempSync(join(folder, language));
      const small = ['--network', 'small-world', '--agents', '40', '--rounds', '30', '--set', 'warm_up=4'];
      const given = [
        '--worlds',
        '12',
        '--cores',
        '1',
        '--change',
        'resharing=4',
        '--tables',
        join(home, 'data'),
      ];
      expect((await inProcess('worlds', ...small, ...given)).code).toBe(0);
      const out = execFileSync(program, [...run, blockOf(language)], { cwd: home, encoding: 'utf8' });
      const [printed] = /-?\d+(?:\.\d+)?(?=\s)/.exec(out.replace(/\[\d+\]/g, '')) ?? [];
      expect(Number(printed)).toBeCloseTo(meanDifference(join(home, 'data')), 4);
    },
    60_000,
  );
});

/** Mean of what the largest whole cascade of a world has more of than that of its baseline. */
function meanDifference(data: string): number {
  const [file] = readdirSync(data).filter(name => name.endsWith('-cascades.csv'));
  const largest = new Map<string, number>();
  for (const row of csvParse(readFileSync(join(data, file), 'utf8'))) {
    if (Number(row.root_round) <= 0 || row.is_growing === 'TRUE') continue;
    const key = `${row.arm} ${row.world}`;
    largest.set(key, Math.max(largest.get(key) ?? 0, Number(row.size)));
  }
  const differences = Array.from({ length: 12 }, (_, at) => {
    const [base, changed] = [0, 1].map(arm => largest.get(`${arm} ${at + 1}`));
    return base === undefined || changed === undefined ? null : changed - base;
  }).filter(value => value !== null);
  return differences.reduce((sum, value) => sum + value, 0) / differences.length;
}
