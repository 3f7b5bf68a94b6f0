import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** A plain static host that serves dist/ below a sub-path, with no special headers, and notes what it served. */
function serveBelow(prefix: string, served: string[] = []): Promise<Server> {
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
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)));
}

test('the build runs from any sub-path', async ({ page }) => {
  const server = await serveBelow('/some/where/');
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/some/where/?rounds=2`);
    await expect(page.getByRole('status').filter({ hasText: 'Round 2' })).toBeVisible({ timeout: 30_000 });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('the first load has at most 175 kB of JavaScript, and nothing that speaks to language models', async ({
  page,
}) => {
  const served: string[] = [];
  const server = await serveBelow('/', served);
  try {
    // No user is present, whatever the browser makes of a pointer that it has seen in another page.
    await page.addInitScript(() => {
      for (const sign of ['pointermove', 'pointerdown', 'keydown'])
        addEventListener(sign, event => event.stopImmediatePropagation(), { capture: true });
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?rounds=2`);
    await expect(page.getByRole('status').filter({ hasText: 'Round 2' })).toBeVisible({ timeout: 30_000 });
    // Prefetching waits for a moving pointer or a key, and no user is present.
    const scripts = served.filter(file => file.endsWith('.js'));
    expect(scripts.some(file => file.includes('engine.worker'))).toBe(true);
    expect(scripts.filter(file => /oracles|oracle\.worker|Oracle|webllm|wllama/.test(file))).toEqual([]);
    const bytes = scripts.map(file => gzipSync(readFileSync(file)).length);
    expect(bytes.reduce((sum, n) => sum + n, 0)).toBeLessThan(175_000);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('WebLLM is in one file of the build', () => {
  const scripts = readdirSync('dist/assets').filter(file => file.endsWith('.js'));
  const large = scripts.filter(file => statSync(join('dist/assets', file)).size > 1_000_000);
  expect(large).toHaveLength(1);
  expect(readFileSync(join('dist/assets', large[0]!), 'utf8')).toContain('hasModelInCache');
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
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
    expect(await page.evaluate(() => 'RTCPeerConnection' in globalThis)).toBe(false);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
