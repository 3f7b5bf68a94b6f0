import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'statescope-release-'));
const FILES = [
  'package.json',
  'package-lock.json',
  'CITATION.cff',
  'CHANGELOG.md',
  'src/engine/core/version.ts',
];
const text = (name: string) => readFileSync(join(copy, name), 'utf8');
const git = (...args: string[]) => execFileSync('git', args, { cwd: copy, encoding: 'utf8' });
const release = (version: string) =>
  spawnSync(process.execPath, [join(ROOT, 'scripts/release.mjs'), version, copy], { encoding: 'utf8' });
afterAll(() => rmSync(copy, { recursive: true }));

beforeAll(() => {
  for (const file of FILES) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  const log = text('CHANGELOG.md').replace(/^## Unreleased\n[\s\S]*?(?=^## )/m, '');
  writeFileSync(
    join(copy, 'CHANGELOG.md'),
    log.replace(/^## /m, '## Unreleased\n\n- **A thing** is new.\n\n## '),
  );
  git('init', '--quiet');
  git('config', 'user.name', 'Tester');
  git('config', 'user.email', 'tester@example.org');
  git('add', '.');
  git('commit', '--quiet', '--message', 'All');
});

describe('npm run release', () => {
  it.each([
    ['1.2', 'A version reads 1.2.3, not "1.2".'],
    ['0.0.1', '0.0.1 is not later than'],
  ])('refuses %s in one line, and changes nothing', (version, words) => {
    const { status, stderr } = release(version);
    expect(status).toBe(1);
    expect(stderr).toContain(words);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('gives every file the version, and commits and tags it with what is new', () => {
    expect(release('99.0.0')).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(text('package.json'))).toMatchObject({ version: '99.0.0' });
    expect(JSON.parse(text('package-lock.json'))).toMatchObject({
      version: '99.0.0',
      packages: { '': { version: '99.0.0' } },
    });
    expect(text('CITATION.cff')).toContain('version: 99.0.0\n');
    expect(text('src/engine/core/version.ts')).toContain("'99.0.0'");
    expect(text('CHANGELOG.md')).toMatch(/## 99\.0\.0\n\n- \*\*A thing\*\* is new\.\n\n## \d/);
    expect(git('tag', '--list', '--format=%(contents)', 'v99.0.0')).toContain('- **A thing** is new.');
    expect(git('status', '--porcelain')).toBe('');
    expect(release('99.0.1').stderr).toBe('The changelog has nothing under "## Unreleased".\n');
  });
});
