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
  const writeTable = ({ name, row, columns, isOnDemand }: DataTable) =>
    `### ${name}\n\nA row is ${row} of a world of an arm.${isOnDemand === true ? ` Written where \`--tables-of ${name}\` names it.` : ''}\n\n${writeColumns(columns)}`;
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
    check: ['-c', 'import pandas, scipy'],
    run: ['-c'],
  },
] as const;

const WORLDS = 12;
const ORDER = [
  ...['worlds', '--network', 'small-world', '--agents', '40', '--rounds', '60', '--set', 'warm_up=4'],
  ...['--worlds', String(WORLDS), '--cores', '1', '--change', 'resharing=4'],
];

/** Plays the worlds of the page with tables, and a run into the same folder. @returns the summary */
async function playIntoData(home: string) {
  const data = join(home, 'data');
  const { code, stdout } = await inProcess(...ORDER, '--tables', data);
  expect(code).toBe(0);
  const [, ...small] = ORDER.slice(0, 9);
  expect((await inProcess('run', ...small, '--tables', data)).code).toBe(0);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

describe.each(INTERPRETERS)('the ten lines of $language', ({ language, program, check, run }) => {
  it('are ten at most', () => {
    const lines = blockOf(language)
      .split('\n')
      .filter(line => line !== '');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.length).toBeLessThanOrEqual(10);
  });

  it.skipIf(!isInstalled(program, check))(
    `give the paired difference, and as the page says that of the summary (skipped without ${program} ${check.join(' ')})`,
    async () => {
      const home = mkdtempSync(join(folder, language));
      const summary = await playIntoData(home);
      const playBlock = (block: string) => {
        execFileSync(program, [...run, block], { cwd: home, stdio: 'pipe' });
        const [effect, ...others] = csvParse(readFileSync(join(home, 'effect.csv'), 'utf8'));
        expect(others).toEqual([]);
        const cell = (end: string) =>
          Number(Object.entries(effect).find(([name]) => name.endsWith(end))?.[1]);
        return { mean: cell('mean'), count: cell('count') };
      };
      const block = blockOf(language);
      const own = measureDifference(join(home, 'data'), 'size_after_40', 1);
      expect(playBlock(block)).toEqual({ mean: expect.closeTo(own.mean, 6), count: own.count });
      const everything = block.replaceAll('size_after_40', 'size').replace(/^.*root_round"?\]? > 0.*$/m, '');
      expect(everything).not.toMatch(/size_after|> 0/);
      const { mean, n } = summary.difference_to_first[0].outcomes.largest_cascade;
      expect(playBlock(everything)).toEqual({ mean: expect.closeTo(mean, 6), count: n });
    },
    60_000,
  );
});

describe('the largest cascade of the tables', () => {
  it('by the size at the end, over all roots, differs between arms as the summary of the worlds says; at one age it does otherwise', async () => {
    const home = mkdtempSync(join(folder, 'summary'));
    const { mean, n } = (await playIntoData(home)).difference_to_first[0].outcomes.largest_cascade;
    const whole = measureDifference(join(home, 'data'), 'size', Number.NEGATIVE_INFINITY);
    expect(whole).toEqual({ mean: expect.closeTo(mean, 10), count: n });
    expect(measureDifference(join(home, 'data'), 'size_after_40', 1).mean).not.toBeCloseTo(mean, 1);
  }, 60_000);
});

/** Mean of what the largest cascade of a world has more of than that of its baseline, of roots from a round on. */
function measureDifference(data: string, column: string, from: number) {
  const largest = new Map<string, number>();
  for (const file of readdirSync(data).filter(name => name.endsWith('-cascades.csv')))
    for (const row of csvParse(readFileSync(join(data, file), 'utf8'))) {
      if (Number(row.root_round) < from || row[column] === '') continue;
      const key = `${row.plan} ${row.arm} ${row.world}`;
      largest.set(key, Math.max(largest.get(key) ?? 0, Number(row[column])));
    }
  const differences = [...largest].flatMap(([key, size]) => {
    const [plan, arm, world] = key.split(' ');
    const base = arm === '1' ? largest.get(`${plan} 0 ${world}`) : undefined;
    return base === undefined ? [] : [size - base];
  });
  return {
    mean: differences.reduce((sum, value) => sum + value, 0) / differences.length,
    count: differences.length,
  };
}
