import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, describe, expect, it } from 'vitest';

const SCRIPTS = join(import.meta.dirname, '../../scripts');
const { describeBuildError } = await import(join(SCRIPTS, 'describeBuildError.mjs'));

const folder = mkdtempSync(join(tmpdir(), 'statescope-build-'));
afterAll(() => rmSync(folder, { recursive: true }));

const buildCli = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(SCRIPTS, 'buildCli.mjs'), ...args], {
    encoding: 'utf8',
  });

describe('a build that fails', () => {
  it('of the command line says why in one line, and ends with code 1', () => {
    writeFileSync(join(folder, 'file'), '');
    const { status, stderr } = buildCli(join(folder, 'file', 'bundle'));
    expect(stderr).toMatch(/^The build failed: .*(EEXIST|ENOTDIR).*\n$/);
    expect(status).toBe(1);
    expect(buildCli()).toMatchObject({
      status: 1,
      stderr: 'Name the folder: node scripts/buildCli.mjs FOLDER\n',
    });
  });

  it.each([
    ['const x = ;', /^\[.*\] Unexpected token \(\S*entry\.ts:1:11\)$/],
    [
      "import './nothing.ts';",
      /^\[UNRESOLVED_IMPORT\] Could not resolve '\.\/nothing\.ts' in \S+ \(\S*entry\.ts:1:8\)$/,
    ],
  ])('of the sources reports its first error and the place: %s', async (text, words) => {
    writeFileSync(join(folder, 'entry.ts'), text);
    const failed = build({
      ...{ root: folder, configFile: false, logLevel: 'silent' },
      build: { ssr: 'entry.ts', write: false },
    });
    expect(await failed.catch(describeBuildError)).toMatch(words);
  });

  it('says its own first line where the sources are not the cause', () => {
    expect(describeBuildError(new Error('no space left\nat x'))).toBe('no space left');
  });
});
