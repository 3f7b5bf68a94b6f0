import { describe, expect, it } from 'vitest';
import type { ServerReport } from '../../../src/engine/oracle/oracleReport.ts';
import type { RemoteKind } from '../../../src/engine/oracle/servers/getServerKind.ts';
import { createSystemEnvironment, type Environment } from '../../../src/oracles/client/environment.ts';
import { formatConnectionAdvice, getConnectionAdvice } from '../../../src/oracles/http/advice.ts';
import { chooseDecisionForm, probeModelServers } from '../../../src/oracles/http/probeModelServers.ts';
import { startFaulty } from '../../faulty/server.ts';
import { type Served, says, serve } from '../served.ts';
import { settle, setupOf, World } from '../world.ts';

const signal = new AbortController().signal;
const forever = () => new Promise<void>(() => {});
const quick: Environment = { ...createSystemEnvironment(), wait: forever };
const report = async (url: string, over: object = {}, environment = quick, key: string | null = null) =>
  (await probeModelServers(setupOf([url], over), key, environment, signal))[0];

/** Answers by path. */
const paths = (bodies: Readonly<Record<string, object | number>>): Promise<Served> =>
  serve(({ path }, response) => {
    const body = bodies[path] ?? 404;
    if (typeof body === 'number') response.writeHead(body).end('{"error": "it says so"}');
    else response.end(JSON.stringify(body));
  });
const letter = { token: 'A', logprob: -0.1 };
const OLLAMA = {
  '/api/tags': { models: [{ name: 'faulty:latest', digest: 'f00' }, { name: 'other:1b' }] },
  '/api/version': { version: '0.21.3' },
  '/api/show': { capabilities: ['completion'] },
  '/api/chat': { message: { content: 'A' }, logprobs: [{ ...letter, top_logprobs: [letter] }] },
};

describe('a test of the connection', () => {
  it.each(['ollama', 'openai'] as const)('finds a server of %s that gives letters', async kind => {
    const faulty = await startFaulty({ fault: 'none', seed: 1 });
    expect(await report(faulty.url, { kind })).toEqual({
      url: faulty.url,
      kind: 'answers',
      milliseconds: expect.any(Number),
      version: kind === 'ollama' ? '0.0.0-faulty' : null,
      digest: kind === 'ollama' ? 'fa'.repeat(32) : null,
      models: ['faulty'],
      letters: true,
      thinking: false,
    });
    expect(faulty.requests).toBe(1);
    await faulty.close();
  });

  it('takes a name as the one with the tag “latest”, and reads the details from Ollama', async () => {
    const thinking = { ...OLLAMA, '/api/show': { capabilities: ['completion', 'thinking'] } };
    expect(await report((await paths(thinking)).url)).toMatchObject({
      kind: 'answers',
      version: '0.21.3',
      digest: 'f00',
      models: ['faulty:latest', 'other:1b'],
      letters: true,
      thinking: true,
    });
  });

  it('finds nothing where nothing listens', async () => {
    expect(await report('http://127.0.0.1:9')).toEqual({ url: 'http://127.0.0.1:9', kind: 'silent' });
  });

  it.each([401, 403])('asks for a key after %i', async status => {
    expect((await report((await says('', status)).url)).kind).toBe('key');
    expect((await report((await paths({ ...OLLAMA, '/api/chat': status })).url)).kind).toBe('key');
  });

  it('names the available models when the requested one is missing, or none is', async () => {
    const { url } = await paths(OLLAMA);
    for (const model of ['missing', ''])
      expect(await report(url, { model })).toEqual({
        url,
        kind: 'model',
        models: ['faulty:latest', 'other:1b'],
      });
  });

  it('recognises a server that lists the model but knows no such chat', async () => {
    const { url } = await paths({ ...OLLAMA, '/api/chat': 404 });
    expect(await report(url)).toMatchObject({
      kind: 'other',
      message: expect.stringContaining('it may be the other kind of server'),
    });
  });

  it('recognises that a server has no log-probabilities, or refuses to give them', async () => {
    const without = { ...OLLAMA, '/api/chat': { message: { content: 'A' } } };
    expect(await report((await paths(without)).url)).toMatchObject({ kind: 'answers', letters: false });
    const { url } = await serve(({ path, body }, response) => {
      if (path === '/v1/models') response.end('{"data": [{"id": "faulty"}]}');
      else if (body.includes('logprobs')) response.writeHead(400).end('{"error": "logprobs: not supported"}');
      else response.end('{"choices": [{"message": {"content": "{}"}}]}');
    });
    expect(await report(url, { kind: 'openai' })).toMatchObject({ kind: 'answers', letters: false });
  });

  it('recognises a model that thinks aloud', async () => {
    const { url } = await paths({
      '/v1/models': { data: [{ id: 'faulty' }], server: 'llama.cpp' },
      '/v1/chat/completions': { choices: [{ message: { content: '<think>' } }] },
    });
    expect(await report(url, { kind: 'openai' })).toMatchObject({
      kind: 'answers',
      version: 'llama.cpp',
      letters: false,
      thinking: true,
    });
  });

  it('works without a list where a server has none', async () => {
    const chat = { '/v1/chat/completions': { choices: [{ message: { content: 'A' } }] } };
    const { url } = await paths(chat);
    expect(await report(url, { kind: 'openai' })).toMatchObject({ kind: 'answers', models: [] });
    expect(await report(url)).toEqual({ url, kind: 'other', message: '404: it says so' });
    const long = await paths({ ...chat, '/v1/models': { data: [{ id: 'x'.repeat(300_000) }] } });
    expect(await report(long.url, { kind: 'openai' })).toMatchObject({ kind: 'answers', models: [] });
  });

  it('reports a server of another kind', async () => {
    expect(await report((await says('<html>')).url)).toMatchObject({
      kind: 'other',
      message: 'it does not list its models as ollama does',
    });
  });

  it('never quotes the key', async () => {
    const { url } = await serve(({ headers }, response) =>
      response.writeHead(500).end(JSON.stringify({ error: `bad ${headers.authorization}` })),
    );
    const found = await report(url, {}, quick, 'sk-hush-hush');
    expect(found).toMatchObject({ kind: 'other', message: '500: bad Bearer •••' });
  });

  it('asks all servers at once, each for ten seconds at most', async () => {
    const world = new World();
    world.reply = () => new Promise(() => {});
    const found = probeModelServers(setupOf(['http://a', 'http://b']), null, world, signal);
    await world.pass(10_000);
    await world.pass(5_000);
    expect(world.fetched.map(f => f.url)).toEqual(['http://a/api/tags', 'http://b/api/tags']);
    const message = 'no answer within 10 s; the model may still be loading';
    expect(await found).toEqual([
      { url: 'http://a', kind: 'other', message },
      { url: 'http://b', kind: 'other', message },
    ]);
    expect(world.timers).toBe(0);
  });

  it('waits a little for a failure that may pass', async () => {
    let asked = 0;
    const { url } = await serve(({ path }, response) => {
      if (path === '/api/chat' && asked++ === 0) response.writeHead(503).end();
      else response.end(JSON.stringify(OLLAMA[path as keyof typeof OLLAMA]));
    });
    const waiting = { ...quick, wait: (ms: number) => (ms < 1000 ? Promise.resolve() : forever()) };
    expect(await report(url, {}, waiting)).toMatchObject({ kind: 'answers' });
  });

  it.each([
    [{}, [400, 800, 1600, 3200, 6400]],
    [{ 'retry-after': '7' }, [7000]],
    [{ 'retry-after': '60' }, []],
  ])(
    'asks a busy server again at the time that it gives, as long as there is time: %o',
    async (headers, waits) => {
      const world = new World();
      world.reply = async () => new Response('{"error": "wait in line"}', { status: 429, headers });
      const found = probeModelServers(setupOf(['http://a']), null, world, signal, { patience: 13_000 });
      await world.pass(13_000);
      const seconds = 'retry-after' in headers ? Number(headers['retry-after']) : null;
      expect(await found).toEqual([{ url: 'http://a', kind: 'busy', message: '429: wait in line', seconds }]);
      expect(world.waits.filter(wait => wait !== 13_000)).toEqual(waits);
      expect(world.timers).toBe(0);
    },
  );

  it('finds a server that was busy at first', async () => {
    const world = new World();
    let asked = 0;
    world.reply = async url =>
      url.endsWith('/api/chat') && ++asked < 3
        ? new Response('', { status: 503, headers: { 'retry-after': '20' } })
        : new Response(JSON.stringify(OLLAMA[new URL(url).pathname as keyof typeof OLLAMA]));
    const found = probeModelServers(setupOf(['http://a']), null, world, signal, { patience: 120_000 });
    await world.pass(20_000);
    await world.pass(20_000);
    expect(await found).toMatchObject([{ kind: 'answers', letters: true }]);
  });

  it('does not wait for one that hangs longer than 30 s once another has answered', async () => {
    const world = new World();
    world.reply = url =>
      url.startsWith('http://b')
        ? new Promise(() => {})
        : Promise.resolve(new Response(JSON.stringify(OLLAMA[new URL(url).pathname as keyof typeof OLLAMA])));
    const found = probeModelServers(setupOf(['http://a', 'http://b']), null, world, signal, {
      patience: 120_000,
    });
    await world.pass(30_000);
    await world.pass(3_000);
    expect(await found).toMatchObject([
      { kind: 'answers' },
      {
        kind: 'other',
        message: 'no answer within 30 s after another server’s; the model may still be loading',
      },
    ]);
    expect(world.timers).toBe(0);
  });

  it('rejects when aborted', async () => {
    const world = new World();
    world.reply = () => new Promise(() => {});
    const controller = new AbortController();
    const found = probeModelServers(setupOf(['http://a']), null, world, controller.signal);
    await settle();
    controller.abort();
    await expect(found).rejects.toMatchObject({ name: 'AbortError' });
    expect(world.timers).toBe(0);
  });
});

describe('a page that is refused', () => {
  const refused = async (
    url: string,
    world: Partial<Pick<World, 'origin' | 'permission'>>,
    opaque: boolean,
  ) => {
    const page = Object.assign(new World(), world);
    page.reply = async (_, { mode }) => {
      if (mode === 'no-cors' && opaque) return new Response(null);
      throw new TypeError('Failed to fetch');
    };
    const [found] = await probeModelServers(setupOf([url]), null, page, signal);
    return { found, page };
  };
  const origin = 'https://example.com';

  it.each([
    ['http://localhost:1', 'denied', { kind: 'permission', denied: true }],
    ['http://192.168.0.9', 'prompt', { kind: 'permission', denied: false }],
    ['http://localhost:1', 'granted', { kind: 'origin', origin }],
    ['http://localhost:1', null, { kind: 'origin', origin }],
    ['https://api.example.org', 'denied', { kind: 'origin', origin }],
  ] as const)('is reported at %s with a permission %s', async (url, permission, finding) => {
    expect((await refused(url, { origin, permission }, true)).found).toEqual({ url, ...finding });
  });

  it('on this machine needs no permission', async () => {
    const { found } = await refused(
      'http://localhost:1',
      { origin: 'http://localhost', permission: 'denied' },
      false,
    );
    expect(found.kind).toBe('silent');
  });

  it('is a silent server where a request without reply fails too', async () => {
    const { found, page } = await refused('https://api.example.org', { origin }, false);
    expect(found.kind).toBe('silent');
    expect(page.fetched[1].init).toMatchObject({ mode: 'no-cors', credentials: 'omit' });
  });

  it('by a slow model is reported as such, without a word about origins', async () => {
    const page = Object.assign(new World(), { origin });
    page.reply = async (path, { mode, signal: own }) => {
      if (mode === 'no-cors') return new Response(null);
      if (path.endsWith('/api/tags')) return new Response('{"models": [{"name": "faulty"}]}');
      return new Promise((_, reject) => own?.addEventListener('abort', () => reject(own.reason)));
    };
    const found = probeModelServers(setupOf(['https://api.example.org']), null, page, signal);
    await page.pass(10_000);
    await page.pass(5_000);
    expect((await found)[0]).toMatchObject({ kind: 'other', message: expect.stringContaining('loading') });
  });

  it('from a file may get that reason', async () => {
    const { found } = await refused('http://localhost:1', { origin: 'null', permission: 'granted' }, true);
    expect(getConnectionAdvice(found, 'ollama').advice).toContain('opened from a file');
  });
});

describe('the answer format', () => {
  const answers = (letters: boolean): ServerReport => ({
    url: 'http://a',
    kind: 'answers',
    milliseconds: 1,
    version: null,
    digest: null,
    models: [],
    letters,
    thinking: false,
  });
  const silent: ServerReport = { url: 'http://b', kind: 'silent' };
  it.each([
    ['auto', [answers(true), silent], false, 'letter'],
    ['auto', [answers(true), answers(false)], false, 'json'],
    ['auto', [answers(true)], true, 'json'],
    ['auto', [silent], false, 'json'],
    ['letter', [answers(false)], false, 'letter'],
    ['json', [answers(true)], false, 'json'],
  ] as const)('is chosen: %s', (form, reports, texts, found) => {
    expect(chooseDecisionForm({ form, texts }, reports)).toBe(found);
  });
});

describe('advice on a connection', () => {
  const url = 'http://a';
  const cases: readonly [ServerReport, RemoteKind, string][] = [
    [
      { url, kind: 'silent' },
      'ollama',
      'Nothing answers at http://a. Start it with ollama serve, or correct the address.',
    ],
    [
      { url, kind: 'origin', origin: 'https://x.org' },
      'ollama',
      'http://a: It listens, but not to this page. Start it with OLLAMA_ORIGINS=https://x.org ollama serve',
    ],
    [
      { url, kind: 'origin', origin: 'https://x.org' },
      'openai',
      'http://a: It listens, but not to this page. Start it so that it allows requests from https://x.org (CORS).',
    ],
    [
      { url, kind: 'permission', denied: true },
      'ollama',
      "http://a: The browser keeps this page from the local network. Allow it in the browser's settings for this site, then test again.",
    ],
    [
      { url, kind: 'model', models: ['x', 'y'] },
      'ollama',
      'http://a: The model is not there. Choose one that it has: x, y.',
    ],
    [
      { url, kind: 'model', models: [] },
      'ollama',
      'http://a: The model is not there. It has none yet: fetch one, for example with ollama pull llama3.2.',
    ],
    [
      { url, kind: 'key' },
      'openai',
      'http://a: It needs a key, or a different one. Give the key that belongs to this server.',
    ],
    [
      { url, kind: 'busy', message: '429: wait in line', seconds: 6.2 },
      'openai',
      'http://a: It is busy. It says 429: wait in line. It may be asked again in 7 s.',
    ],
    [
      { url, kind: 'busy', message: '503', seconds: null },
      'openai',
      'http://a: It is busy. It says 503. Try again in a while.',
    ],
    [
      { url, kind: 'other', message: '500: no.' },
      'openai',
      'http://a: It does not answer as it should. 500: no.',
    ],
  ];
  it.each(cases)('is given for %o', (found, kind, line) => {
    expect(formatConnectionAdvice(found, kind)).toBe(line);
  });
});
