import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'statescope-docs-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Rewrite = (text: string, where: { pages: readonly string[]; folder: '' | 'docs/' }) => string;
let rewritePage: Rewrite;
beforeAll(async () => {
  const written = (await import(join(process.cwd(), 'scripts/package/writePackageDocs.mjs'))) as {
    writePackageDocs(root: string, out: string, version: string): void;
    rewritePage: Rewrite;
  };
  rewritePage = written.rewritePage;
  written.writePackageDocs(process.cwd(), folder, '1.2.3');
});

const pages = () => [
  'README.md',
  'CHANGELOG.md',
  'NOTICES.md',
  ...readdirSync(join(folder, 'docs')).map(name => `docs/${name}`),
];
/** Names of the pages whose text has the expression. */
const findPages = (expression: RegExp) =>
  pages().filter(page => expression.test(readFileSync(join(folder, page), 'utf8')));

it('has a page for each part that a user needs, listed in an index, and none on the project’s own code', () => {
  expect(pages()).toEqual(expect.arrayContaining(['docs/guard.md', 'docs/traces.md', 'docs/README.md']));
  expect(pages().filter(page => /architecture|internals|testing|adding/.test(page))).toEqual([]);
  const index = readFileSync(join(folder, 'docs/README.md'), 'utf8');
  for (const page of readdirSync(join(folder, 'docs')))
    if (page !== 'README.md') expect(index).toContain(`](${page})`);
});

it('names the package’s command, and links only to what the package has', () => {
  expect(findPages(/npm run (-s )?cli|npm start/)).toEqual([]);
  expect(findPages(/!\[/)).toEqual([]);
  // Notices name the place of what they are about.
  expect(findPages(/`(?:npm (?:run|test)|src\/|test\/)|\.test\.ts/)).toEqual(['NOTICES.md']);
  for (const page of pages())
    for (const [, target = ''] of readFileSync(join(folder, page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:|^#/.test(target)) continue;
      const path = join(folder, page, '..', target.replace(/#.*/, ''));
      const isBundled = path.startsWith(join(folder, 'public/'));
      const isThere = isBundled
        ? existsSync(join(process.cwd(), path.slice(folder.length)))
        : existsSync(path);
      expect([page, target, isThere]).toEqual([page, target, true]);
    }
});

it('has the changes under the version of the package', () => {
  const changes = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  expect(changes).toContain('## 1.2.3, not yet a release of the repository');
  expect(changes).not.toContain('## Unreleased');
});

it.each([
  [
    'docs/',
    '[a](guard.md#live-view), [b](internals.md), [c](embedding.md)',
    '[a](guard.md#live-view), b, [c](../README.md)',
  ],
  ['', '[a](guard.md), [b](../public/x.json)', '[a](docs/guard.md), [b](public/x.json)'],
  [
    'docs/',
    'npm run -s cli -- run\n![words](x.png)\n\nnpm run cli -- page',
    'statescope run\nstatescope page',
  ],
  [
    'docs/',
    'So it is (`test/a.test.ts`).\n\n`npm test` plays it; see `npm run bench -- x`.',
    'So it is.\n\nThe project’s test run plays it; see a benchmark of the project.',
  ],
] as const)('rewrites a page for %s: %s', (place, text, expected) => {
  expect(rewritePage(text, { pages: ['guard', 'embedding'], folder: place })).toBe(expected);
});
