import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { createSystemEnvironment } from '../../../src/oracles/client/environment.ts';
import {
  MAX_BODY_BYTES,
  parseRetryAfter,
  type Server,
  type ServerFailure,
  sendHttpRequest,
} from '../../../src/oracles/client/http.ts';
import { type Served, says, serve, until } from '../served.ts';
import { World } from '../world.ts';

const KEY = 'sk-1234/5678';
const environment = createSystemEnvironment();
const to = (url: string, key: string | null = KEY): Server => ({ url, key, model: 'm' });
const get = (served: Pick<Served, 'url'>, signal = new AbortController().signal, key: string | null = KEY) =>
  sendHttpRequest(environment, { server: to(served.url, key), path: '/x', signal });
const failureOf = (promise: Promise<unknown>): Promise<ServerFailure> =>
  promise.then(
    () => expect.fail('no failure'),
    error => error,
  );

describe('a request', () => {
  it('sends JSON with two headers of its own', async () => {
    const world = new World();
    world.reply = async () => new Response('{}');
    await sendHttpRequest(world, {
      server: to('http://a'),
      path: '/x',
      body: { a: 1 },
      signal: new AbortController().signal,
    });
    const [{ url, init }] = world.fetched;
    expect(url).toBe('http://a/x');
    expect(init).toMatchObject({
      method: 'POST',
      body: '{"a":1}',
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    expect(init.headers).toEqual({ 'content-type': 'application/json', authorization: `Bearer ${KEY}` });
  });

  it('without a body or a key sends neither header', async () => {
    const world = new World();
    world.reply = async () => new Response('{}');
    await sendHttpRequest(world, {
      server: to('http://a', null),
      path: '/x',
      signal: new AbortController().signal,
    });
    expect(world.fetched[0].init).toMatchObject({ method: 'GET', headers: {} });
  });

  it('reads text of any content type', async () => {
    const served = await says('{"ü": 1}', 200, { 'content-type': 'image/png', 'retry-after': '2' });
    expect(await get(served)).toEqual({ status: 200, text: '{"ü": 1}', retryAfter: 2000 });
  });

  it('reads no more than 256 kB', async () => {
    expect((await get(await says('x'.repeat(MAX_BODY_BYTES)))).text.length).toBe(MAX_BODY_BYTES);
    expect(await failureOf(get(await says('x'.repeat(MAX_BODY_BYTES + 1))))).toMatchObject({
      kind: 'size',
      message: 'the reply is longer than 256 kB',
    });
  });

  it('stops at a compressed bomb and closes the connection', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 32));
    const served = await says(bomb, 200, { 'content-encoding': 'gzip' });
    expect(await failureOf(get(served))).toMatchObject({ kind: 'size' });
    await until(() => served.open === 0);
    expect(served.open).toBe(0);
  });

  it('refuses text other than UTF-8', async () => {
    expect(await failureOf(get(await says(Buffer.from([34, 255, 254, 34]))))).toMatchObject({
      kind: 'encoding',
      message: 'the reply is not UTF-8',
    });
  });

  it.each([
    ['{"error": "model \\"x\\" not found"}', 'model "x" not found'],
    ['{"error": {"message": "no such model", "type": "t"}}', 'no such model'],
    ['{"detail": "Unauthorized"}', 'Unauthorized'],
    ['Not here.\n    at file.js:1:2', 'Not here.'],
    ['<html><h1>404</h1></html>', ''],
    ['{"error": 7}', ''],
    ['', ''],
  ])('finds the reason of the failure in %s', async (body, message) => {
    const failure = await failureOf(get(await says(body, 404, { 'retry-after': '1.5' })));
    expect(failure).toMatchObject({ kind: 'status', status: 404, message, retryAfter: 1500 });
  });

  it('reports a status whatever the body is', async () => {
    const served = await says(Buffer.from([255]), 503);
    expect(await failureOf(get(served))).toMatchObject({ kind: 'status', status: 503, message: '' });
  });

  it('follows no redirect', async () => {
    const served = await says('', 307, { location: '/y' });
    expect(await failureOf(get(served))).toMatchObject({ kind: 'network', message: 'no connection' });
    expect(served.heard.length).toBe(1);
  });

  it('distinguishes a refused connection from a broken one', async () => {
    expect(await failureOf(get({ url: 'http://127.0.0.1:9' }))).toMatchObject({ message: 'no connection' });
    const breaking = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy());
    });
    expect(await failureOf(get(breaking))).toMatchObject({
      kind: 'network',
      message: 'connection broken off',
    });
  });

  it('never returns the key, however a server echoes it', async () => {
    const echo = `Bearer ${KEY} or ${KEY.replace('/', '\\/')}`;
    expect((await get(await says(`{"a": "${echo}"}`))).text).toBe('{"a": "Bearer ••• or •••"}');
    const { message } = await failureOf(get(await says(`{"error": "wrong key ${echo}"}`, 401)));
    expect(message).toBe('wrong key Bearer ••• or •••');
  });

  it('refuses a key that no header can carry, without quoting it', async () => {
    const failure = await failureOf(get({ url: 'http://127.0.0.1:9' }, undefined, 'gehéim\n'));
    expect(failure).toMatchObject({ kind: 'status', status: 401 });
    expect(failure.message).not.toContain('geh');
  });

  it.each([
    ['before the headers', () => {}],
    ['in the body', (_: unknown, response: { write(text: string): unknown }) => response.write('{')],
  ])('ends at once when aborted %s', async (where, answer) => {
    const served = await serve(answer);
    const fetched = vi.spyOn(globalThis, 'fetch');
    const controller = new AbortController();
    const asked = failureOf(get(served, controller.signal));
    await until(() => served.heard.length === 1);
    // The headers have come.
    if (where === 'in the body') await fetched.mock.results[0]?.value;
    fetched.mockRestore();
    const begun = performance.now();
    controller.abort();
    expect(await asked).toMatchObject({ name: 'AbortError' });
    expect(performance.now() - begun).toBeLessThan(5_000);
    await until(() => served.open === 0);
    expect(served.open).toBe(0);
  });

  it('is not sent once it is aborted', async () => {
    const world = new World();
    const signal = AbortSignal.abort();
    await failureOf(sendHttpRequest(world, { server: to('http://a'), path: '/x', signal }));
    expect(world.fetched).toEqual([]);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1, 12);
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Thu, 01 Jan 2026 12:00:10 GMT', 10_000],
    ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
    ['-5', null],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%j is %j ms', (header, milliseconds) => {
    expect(parseRetryAfter(header, now)).toBe(milliseconds);
  });
});
