import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** A copy of the project's sources, with everything new in it. */
const copy = mkdtempSync(join(tmpdir(), 'statescope-new-'));
afterAll(() => rmSync(copy, { recursive: true }));

const begin = (kind: string, name: string, ...more: readonly string[]) =>
  spawnSync(process.execPath, [join(ROOT, 'scripts/new.mjs'), kind, name, copy, ...more], {
    encoding: 'utf8',
  });

beforeAll(() => {
  const parts = [
    'src',
    'test',
    'public',
    'scripts',
    'docs',
    'examples',
    'package.json',
    'biome.json',
    'tsconfig.json',
    '.gitignore',
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'NOTICES.md',
  ];
  for (const part of [
    ...parts,
    'vitest.config.ts',
    'vite.config.ts',
    'vite.cli.config.ts',
    'vite.lib.config.ts',
    'playwright.config.ts',
  ])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const [kind, name, ...more] of [
    ['model', 'tenant'],
    ['model', 'nightWatch', '--choices'],
    ['trace-format', 'logbook'],
    ['network-format', 'seating'],
  ])
    expect(begin(kind, name, ...more)).toMatchObject({ status: 0, stderr: '' });
}, 120_000);

describe('a skeleton of npm run new:…', () => {
  it('has the types of the project, and its form', () => {
    const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);
    execFileSync(bin('tsc'), ['--noEmit'], { cwd: copy, stdio: 'pipe' });
    const { status, stdout, stderr } = spawnSync(bin('biome'), ['check', 'src', 'test/engine'], {
      cwd: copy,
      encoding: 'utf8',
    });
    expect([status, `${stdout}${stderr}`.includes('warning')], stdout + stderr).toEqual([0, false]);
  }, 60_000);

  it('passes the tests of the architecture, of words, of the registries, and its own', () => {
    const tests = [
      ...['test/architecture.test.ts', 'test/words.test.ts', 'test/engine/core/random.test.ts'],
      ...['test/engine/models/tenant', 'test/engine/models/nightWatch', 'logbook.test.ts', 'seating.test.ts'],
      'test/ui/models.test.ts',
      'test/engine/models/everyModel.test.ts',
      'test/engine/traces/createTraceReader.test.ts',
      'test/engine/traces/malformed.test.ts',
      'test/engine/model/outcomeDefinition.test.ts',
    ];
    const vitest = join(ROOT, 'node_modules/.bin/vitest');
    const { status, stdout } = spawnSync(
      vitest,
      ['run', '--project', 'unit', '--project', 'component*', ...tests],
      {
        cwd: copy,
        encoding: 'utf8',
      },
    );
    expect(status, stdout.replace(/.*✓.*\n/g, '').slice(0, 4000)).toBe(0);
    expect(stdout).toMatch(/12 passed/);
  }, 120_000);

  it('has a random stream of its own for each model', () => {
    const domain = (name: string, Name: string) =>
      readFileSync(join(copy, `src/engine/models/${name}/${name}Spec.ts`), 'utf8').match(
        new RegExp(`${Name}Domain = \\{ ${name}: (\\d+)`),
      )?.[1];
    const [one, other] = [domain('tenant', 'Tenant'), domain('nightWatch', 'NightWatch')];
    expect(Number(other)).toBe(Number(one) + 1);
  });
});

describe('npm run new:…', () => {
  it.each([
    ['modl', 'x', 'There is no modl to begin with: model, trace-format, network-format.'],
    ['model', 'Big Trader', 'not "Big Trader"'],
    ['toString', 'x', 'There is no toString to begin with'],
    ['model', 'class', 'class is a word of the language'],
    ['model', 'social', 'src/engine/models/social is there already.'],
    ['model', 'rumour', 'rumour is the worked example itself'],
    ['model', 'network', 'network is a word of the code, as in '],
    ['model', 'reader', 'no model could be told from it. Take another name.'],
    ['trace-format', 'zipkin', 'ZIPKIN is in src/engine/traces/formats.ts already; take another name.'],
  ])('%s %s is refused in one line', (kind, name, words) => {
    const { status, stderr } = begin(kind, name);
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(words);
  });

  it('keeps nothing of a skeleton that cannot be finished', () => {
    const reports = join(copy, 'test/engine/reports.ts');
    const text = readFileSync(reports, 'utf8');
    writeFileSync(reports, text.replaceAll('REPORTERS', 'OTHERS'));
    const list = () => readdirSync(join(copy, 'src'), { recursive: true, encoding: 'utf8' }).sort();
    const registry = () => readFileSync(join(copy, 'src/engine/models/index.ts'), 'utf8');
    const before = [list(), registry()];
    const { status, stderr } = begin('model', 'peddler');
    writeFileSync(reports, text);
    expect([status, stderr.trim().split('\n')]).toEqual([
      1,
      ['test/engine/reports.ts has no list REPORTERS.', 'Nothing was kept: all files are as they were.'],
    ]);
    expect([list(), registry()]).toEqual(before);
  });
});
