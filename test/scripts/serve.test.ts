import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  request,
  type Server,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SCRIPT: string = join(import.meta.dirname, '../../scripts/serve.mjs');
const { serve, responder, HEADERS } = (await import(SCRIPT)) as {
  serve(options: { host: string; port: number; folder: string }): Promise<Server>;
  responder(options: { folder: string; host: string }): RequestListener;
  HEADERS: Readonly<Record<string, string>>;
};

const base = mkdtempSync(join(tmpdir(), 'statescope-'));
const folder = join(base, 'dist');
let server: Server;
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<p>page</p>');
  writeFileSync(join(folder, 'assets/a.js'), '0123456789');
  writeFileSync(join(folder, 'empty.txt'), '');
  writeFileSync(join(folder, '.stamp'), 'hidden');
  writeFileSync(join(base, 'secret'), 'outside');
  symlinkSync(join(base, 'secret'), join(folder, 'link'));
  symlinkSync(base, join(folder, 'folder'));
  symlinkSync(join(folder, 'assets'), join(folder, 'inside'));
  server = await serve({ host: '127.0.0.1', port: 0, folder });
});
afterAll(() => server.close());

/** Requests a path as it is written, without a client that would mend it. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, response => {
      let body = '';
      response.on('data', chunk => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    sent.on('error', reject).end();
  });

describe('the server of npm start', () => {
  it.skipIf(process.platform !== 'linux')('closes the files of downloads that are broken off', async () => {
    writeFileSync(join(folder, 'large.txt'), 'x'.repeat(8_000_000));
    const countOpen = () =>
      readdirSync('/proc/self/fd').filter(fd => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).endsWith('large.txt');
        } catch {
          return false;
        }
      }).length;
    const { port } = server.address() as AddressInfo;
    for (let at = 0; at < 20; at++)
      await new Promise<void>(resolve => {
        const got = request({ host: '127.0.0.1', port, path: '/large.txt' }, response => {
          response.once('data', () => got.destroy());
        });
        got.on('error', () => {});
        got.once('close', () => resolve());
        got.end();
      });
    await expect.poll(countOpen).toBe(0);
  });

  it('sends a part only of the version that the client has', async () => {
    const { headers } = await ask('/assets/a.js');
    const part = { range: 'bytes=2-4' };
    expect(await ask('/assets/a.js', { ...part, 'if-range': String(headers.etag) })).toMatchObject({
      ...{ status: 206, body: '234' },
    });
    expect(await ask('/assets/a.js', { ...part, 'if-range': '"other"' })).toMatchObject({
      ...{ status: 200, body: '0123456789' },
    });
  });

  it.each(['/', '/?rounds=3', '/assets/a.js', '/inside/a.js', '/none', '/.stamp'])(
    'sends its headers with %s',
    async path => {
      expect((await ask(path)).headers).toMatchObject(HEADERS);
    },
  );

  it('lets nobody frame the page, guess types or learn addresses', () => {
    expect(HEADERS).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  it('serves files by their types, and says when one has not changed', async () => {
    const { headers, body } = await ask('/assets/a.js');
    expect([headers['content-type'], body]).toEqual(['text/javascript; charset=utf-8', '0123456789']);
    const again = await ask('/assets/a.js', { 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.body]).toEqual([304, '']);
    expect((await ask('/empty.txt')).status).toBe(200);
    expect(await ask('/', {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
  });

  it.each([
    ['bytes=2-4', 206, '234'],
    ['bytes=7-', 206, '789'],
    ['bytes=-2', 206, '89'],
    ['bytes=5-99', 206, '56789'],
  ])('serves the range %s', async (range, status, body) => {
    expect(await ask('/assets/a.js', { range })).toMatchObject({ status, body });
  });

  it.each(['bytes=10-', 'bytes=4-2', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,4-5', 'bytes=-0', ''])(
    'refuses the range "%s" with 416',
    async range => {
      const { status, headers, body } = await ask('/assets/a.js', { range });
      expect([status, headers['content-range']]).toEqual([416, 'bytes */10']);
      expect(body).toContain('no such range');
      expect(body).not.toContain('at ');
    },
  );

  it.each([
    '/.stamp',
    '/%2estamp',
    '/link',
    '/folder/secret',
    '/../secret',
    '/%2e%2e/secret',
    '/assets/..%2f..%2fsecret',
    '/assets\\..\\..\\secret',
    '/%00',
    '/%ff',
    '/assets',
    '//secret',
  ])('does not have %s', async path => {
    expect(await ask(path)).toMatchObject({ status: 404, body: expect.stringContaining('no such file') });
  });

  it('answers only to names of this machine, and lets files only be read', async () => {
    expect((await ask('/', { host: 'evil.example' })).status).toBe(403);
    expect((await ask('/', { host: 'localhost:80' })).status).toBe(200);
    expect((await ask('/', {}, 'POST')).status).toBe(405);
  });

  it('answers to any name where it listens at all addresses', async () => {
    const open = createServer(responder({ folder, host: '*' }));
    await new Promise<void>(resolve => open.listen(0, '127.0.0.1', resolve));
    const { port } = open.address() as AddressInfo;
    const status = await new Promise(resolve =>
      request({ port, host: '127.0.0.1', headers: { host: 'desk.local:4318' } }, ({ statusCode }) =>
        resolve(statusCode),
      ).end(),
    );
    open.close();
    expect(status).toBe(200);
  });

  it.each([
    [`GET /?x=${'x'.repeat(100_000)}`, '431', 'The address is too long'],
    ['nonsense', '400', 'cannot be read'],
  ])('answers an invalid request with a page of its own', async (line, status, words) => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(`${line} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    let told = '';
    for await (const chunk of socket) told += chunk;
    expect(told).toContain(`HTTP/1.1 ${status} `);
    expect(told).toContain(words);
    expect(told).toContain("content-security-policy: frame-ancestors 'none'");
  });
});
