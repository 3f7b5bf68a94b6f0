import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from '@playwright/test';
import { waitInVain } from '../waitInVain.ts';
import { expect } from './expect.ts';
import { comeTo, leaveAlone } from './page.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** A plain static host that serves dist/ below a sub-path, with no special headers. @param served what it has served so far */
async function hosted(
  prefix: string,
  work: (url: string, served: readonly string[]) => Promise<void>,
): Promise<void> {
  const served: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join('dist', pathname.slice(prefix.length) || 'index.html');
    if (!pathname.startsWith(prefix) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    served.push(file);
    createReadStream(file).pipe(response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}?rounds=2`, served);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('the build runs from any sub-path: at first at most 202 kB of JavaScript without code for language models, and two more files once a user is active', async ({
  page,
}) => {
  await hosted('/some/where/', async (url, served) => {
    const scripts = () => served.filter(file => file.endsWith('.js'));
    // Prefetching waits for a moving pointer or a key, and no user is present.
    await leaveAlone(page);
    await page.goto(url);
    await expect(page.getByRole('status').filter({ hasText: 'Round 2' })).toBeVisible({ timeout: 30_000 });
    await page.waitForLoadState('networkidle');
    const first = scripts();
    expect(first.some(file => file.includes('engine.worker'))).toBe(true);
    expect(first.filter(file => /oracles|oracle\.worker|Oracle|webllm|wllama/.test(file))).toEqual([]);
    const bytes = first.map(file => gzipSync(readFileSync(file)).length);
    expect(bytes.reduce((sum, n) => sum + n, 0)).toBeLessThan(202_500);

    await comeTo(page);
    const later = () =>
      scripts()
        .slice(first.length)
        .map(file => file.replace(/.*\/|-.*/g, ''));
    await expect.poll(() => later().sort()).toEqual(['models', 'soon']);
    await waitInVain(500);
    expect(later()).toHaveLength(2);
  });
});

test('WebLLM is in one file of the build, and what lays charts out in another', () => {
  const scripts = readdirSync('dist/assets').filter(file => file.endsWith('.js'));
  const large = scripts.filter(file => statSync(join('dist/assets', file)).size > 1_000_000);
  const holding = (words: string) =>
    large.filter(file => readFileSync(join('dist/assets', file), 'utf8').includes(words));
  expect(large).toHaveLength(2);
  expect(holding('hasModelInCache')).toHaveLength(1);
  expect(holding('org.eclipse.elk')).toHaveLength(1);
});

test('npm start’s page can be framed by nobody, and connects to no other browser', async ({
  page,
  baseURL,
}) => {
  const server = createServer((_, response) => response.end(`<iframe src="${baseURL}"></iframe>`));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    const response = await page.goto(baseURL ?? '');
    expect(response?.headers()).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "frame-ancestors 'none'",
    });
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    expect(await page.evaluate(() => 'RTCPeerConnection' in globalThis)).toBe(false);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

/** Of what the page's packages need, that which is not bundled: the command line's, and parts that are left out. */
const LEFT_OUT = new Set([
  'commander',
  'dom-serializer',
  'domelementtype',
  'domhandler',
  'domutils',
  'internmap',
  'iconv-lite',
  'rw',
  'safer-buffer',
  '@codemirror/streamparser',
  // Of the command that plays worlds, here and by a queue.
  'piscina',
  'bullmq',
  'ioredis',
  '@ioredis/commands',
  'cluster-key-slot',
  'cron-parser',
  'debug',
  'denque',
  'luxon',
  'ms',
  'msgpackr',
  'node-abort-controller',
  'redis-errors',
  'semver',
  'standard-as-callback',
  'tslib',
  // Of the bar of progress on the command line.
  'cli-progress',
  'string-width',
  'strip-ansi',
  'ansi-regex',
  'emoji-regex',
  'is-fullwidth-code-point',
  // Of the commands that write tables.
  'hyparquet',
  'hyparquet-writer',
  // Of the command that reads charts.
]);

test('the licences of all that is bundled are in the build', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const wanted = new Set<string>(Object.keys(lock[''].dependencies));
  for (const name of wanted)
    for (const needed of Object.keys(lock[`node_modules/${name}`]?.dependencies ?? {})) wanted.add(needed);
  // Compiled into web-llm's one file; tslib asks for no notice.
  const map = JSON.parse(readFileSync('node_modules/@mlc-ai/web-llm/lib/index.js.map', 'utf8'));
  for (const source of map.sources as string[]) {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
    if (name !== undefined && name !== 'tslib') wanted.add(name);
  }
  const text = readFileSync('dist/third-party-licences.md', 'utf8');
  const told = [...text.matchAll(/^## (\S+)/gm)].map(([, name]) => name);
  const expected = [...wanted].filter(name => !LEFT_OUT.has(name));
  expect(told.toSorted()).toEqual([...expected, 'Emscripten', 'Statescope', 'llama.cpp', 'musl'].toSorted());
  for (const words of ['SIL OPEN FONT LICENSE', 'Apache License', 'The ggml authors', 'Rich Felker'])
    expect(text).toContain(words);
  for (const file of ['networks/NOTICES.md', 'corpora/NOTICES.md', 'icons.md'])
    expect(readFileSync(join('dist', file), 'utf8')).toMatch(/MIT/);
});
