import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installLlama, LLAMA_MODEL, type Llama, type LlamaOptions, startLlama } from './llama/llama.ts';

const STATES = ['engaging_like', 'composing', 'scrolling'];
const ACTIONS = ['like', 'reply', 'reshare', 'ignore'];
const SCHEMA = {
  type: 'object',
  properties: { next_state: { enum: STATES }, action: { enum: ACTIONS } },
  required: ['next_state', 'action'],
  additionalProperties: false,
};
const messages = (about: string) => [
  { role: 'system', content: 'A: like. B: reply. C: reshare. D: ignore. Answer with one letter.' },
  { role: 'user', content: `Post about ${about}.` },
];

interface TokenLogprob {
  readonly token: string;
  readonly logprob: number;
  readonly top_logprobs: readonly { readonly token: string; readonly logprob: number }[];
}
interface OllamaAnswer {
  readonly message: { readonly content: string };
  readonly done_reason: string;
  readonly logprobs: readonly TokenLogprob[];
  readonly prompt_eval_count: number;
  readonly eval_count: number;
}
interface OpenaiAnswer {
  readonly choices: readonly [
    {
      readonly message: { readonly content: string };
      readonly finish_reason: string;
      readonly logprobs: { readonly content: readonly TokenLogprob[] };
    },
  ];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

const started: Llama[] = [];
async function start(options: LlamaOptions): Promise<Llama> {
  const llama = await startLlama(options);
  started.push(llama);
  return llama;
}
const post = (url: string, body: object, init: RequestInit = {}) =>
  fetch(url, { method: 'POST', body: JSON.stringify({ model: LLAMA_MODEL, ...body }), ...init });
const ollama = (llama: Llama, body: object, init?: RequestInit) => post(`${llama.url}/api/chat`, body, init);
const openai = (llama: Llama, body: object, init?: RequestInit) =>
  post(`${llama.url}/v1/chat/completions`, body, init);
/** Decodes for seconds, unless it is aborted. */
const long = { messages: messages('patience'), stream: false, options: { num_predict: 1900 } };
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise(resolve => setTimeout(resolve, 10));
}

beforeAll(installLlama, 80_000);
afterAll(() => Promise.all(started.map(llama => llama.stop())));

describe('a llama.cpp server', () => {
  let llama: Llama;
  beforeAll(async () => {
    llama = await start({ slots: 2, origins: ['https://allowed.example'] });
  });

  const expectLetters = ([first, ...rest]: readonly TokenLogprob[]) => {
    expect(rest).toEqual([]);
    const top = first.top_logprobs;
    expect(top).toHaveLength(20);
    expect(first.logprob).toBeLessThanOrEqual(0);
    expect(top.every(({ logprob }) => logprob <= 0)).toBe(true);
    expect(top.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0)).toBeLessThanOrEqual(1 + 1e-6);
    expect(top.map(({ token }) => token)).toEqual(expect.arrayContaining(['A', ' A', 'B', 'C', 'D', ' D']));
  };

  it('answers a letter with its 20 likeliest tokens in the dialect of Ollama', async () => {
    const response = await ollama(llama, {
      messages: messages('music'),
      stream: false,
      logprobs: true,
      top_logprobs: 20,
      options: { num_predict: 1, temperature: 0.8, seed: 1 },
    });
    const answer = (await response.json()) as OllamaAnswer;
    expectLetters(answer.logprobs);
    expect(answer).toMatchObject({
      done_reason: 'length',
      eval_count: 1,
      prompt_eval_count: expect.any(Number),
    });
    expect(answer.prompt_eval_count).toBeGreaterThan(20);
  });

  it('answers a letter with its 20 likeliest tokens in the dialect of OpenAI', async () => {
    const letter = { messages: messages('music'), logprobs: true, top_logprobs: 20, max_tokens: 1, seed: 1 };
    const answer = (await (await openai(llama, letter)).json()) as OpenaiAnswer;
    expectLetters(answer.choices[0].logprobs.content);
    expect(answer.choices[0].finish_reason).toBe('length');
    expect(answer.usage).toMatchObject({ completion_tokens: 1, prompt_tokens: expect.any(Number) });
  });

  it('gives log-probabilities of the model itself, whatever the temperature', async () => {
    const top = async (temperature: number) => {
      const options = { num_predict: 1, temperature };
      const letter = { messages: messages('music'), stream: false, logprobs: true, top_logprobs: 5, options };
      return ((await (await ollama(llama, letter)).json()) as OllamaAnswer).logprobs[0].top_logprobs;
    };
    const [cold, warm] = [await top(0), await top(1.5)];
    expect(warm.map(({ token }) => token)).toEqual(cold.map(({ token }) => token));
    for (const [rank, { logprob }] of warm.entries()) expect(logprob).toBeCloseTo(cold[rank].logprob, 2);
  });

  it('answers JSON that obeys the schema in the dialect of Ollama', async () => {
    const body = {
      messages: messages('climate'),
      stream: false,
      format: SCHEMA,
      options: { num_predict: 64 },
    };
    const answer = (await (await ollama(llama, body)).json()) as OllamaAnswer;
    const decision = JSON.parse(answer.message.content) as Record<string, string>;
    expect(Object.keys(decision)).toEqual(['next_state', 'action']);
    expect(STATES).toContain(decision.next_state);
    expect(ACTIONS).toContain(decision.action);
    expect(answer.done_reason).toBe('stop');
  });

  it('answers JSON that obeys the schema in the dialect of OpenAI', async () => {
    const format = { type: 'json_schema', json_schema: { name: 'decision', strict: true, schema: SCHEMA } };
    const body = { messages: messages('climate'), max_tokens: 64, response_format: format };
    const answer = (await (await openai(llama, body)).json()) as OpenaiAnswer;
    const decision = JSON.parse(answer.choices[0].message.content) as Record<string, string>;
    expect(STATES).toContain(decision.next_state);
    expect(ACTIONS).toContain(decision.action);
    expect(answer.choices[0].finish_reason).toBe('stop');
  });

  it('answers the same to the same seed', async () => {
    const text = async () => {
      const body = { messages: messages('science'), max_tokens: 24, seed: 7 };
      return ((await (await openai(llama, body)).json()) as OpenaiAnswer).choices[0].message.content;
    };
    expect(await text()).toBe(await text());
  });

  it('streams lines in one dialect and events in the other', async () => {
    const body = { messages: messages('sports'), stream: true, seed: 3 };
    const lines = await (await ollama(llama, { ...body, options: { num_predict: 4, seed: 3 } })).text();
    const parsed = lines.trim().split('\n');
    expect(parsed).toHaveLength(5);
    expect(JSON.parse(parsed[4])).toMatchObject({ done: true, eval_count: 4 });
    const events = (await (await openai(llama, { ...body, max_tokens: 4 })).text()).trim().split('\n\n');
    expect(events).toHaveLength(6);
    expect(events[5]).toBe('data: [DONE]');
  });

  it('lists its model with a digest', async () => {
    const get = async (path: string) => (await fetch(llama.url + path)).json();
    expect(await get('/api/tags')).toMatchObject({
      models: [{ name: LLAMA_MODEL, digest: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
    expect(await get('/v1/models')).toMatchObject({ data: [{ id: LLAMA_MODEL }] });
    expect(await get('/api/version')).toEqual({ version: expect.any(String) });
    expect(await (await post(`${llama.url}/api/show`, {})).json()).toMatchObject({
      capabilities: ['completion'],
    });
  });

  it('answers 404 to another model, in the shape of each dialect', async () => {
    const other = { model: 'other', messages: messages('music') };
    const message = "model 'other' not found";
    const native = await ollama(llama, other);
    expect([native.status, await native.json()]).toEqual([404, { error: message }]);
    const compatible = await openai(llama, other);
    expect(compatible.status).toBe(404);
    expect(await compatible.json()).toMatchObject({ error: { message, type: 'not_found_error' } });
  });

  it('answers 400 to a prompt beyond its context', async () => {
    const response = await openai(llama, { messages: messages('x'.repeat(9000)) });
    expect(response.status).toBe(400);
  });

  it.each([
    ['https://foreign.example', 403, null],
    ['null', 403, null],
    ['http://localhost.evil.example', 403, null],
    ['http://localhost:5173', 200, 'http://localhost:5173'],
    ['https://allowed.example', 200, 'https://allowed.example'],
  ])('answers the origin %s with %d', async (origin, status, allowed) => {
    const response = await fetch(`${llama.url}/api/version`, { headers: { origin } });
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(allowed);
  });

  it('allows a fixed list of headers in a preflight', async () => {
    const headers = {
      origin: 'http://localhost:5173',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,idempotency-key',
    };
    const response = await fetch(`${llama.url}/api/chat`, { method: 'OPTIONS', headers });
    const allowed = response.headers.get('access-control-allow-headers')!.toLowerCase().split(',');
    expect(response.status).toBe(204);
    expect(allowed).toContain('content-type');
    expect(allowed).not.toContain('idempotency-key');
  });
});

describe('a llama.cpp server of one slot', () => {
  it('frees the slot when a request is aborted', async () => {
    const llama = await start({ slots: 1 });
    const abort = new AbortController();
    const request = ollama(llama, long, { signal: abort.signal });
    await until(async () => (await llama.health()).decoded > 0);
    expect(await llama.health()).toMatchObject({ busy: 1, aborted: 0 });
    abort.abort();
    await expect(request).rejects.toThrow();
    await until(async () => (await llama.health()).busy === 0);
    expect(await llama.health()).toMatchObject({ busy: 0, aborted: 1, done: 0 });
    const next = await openai(llama, { messages: messages('music'), max_tokens: 1 });
    expect(next.status).toBe(200);
    expect(await llama.health()).toMatchObject({ done: 1, requests: 2 });
  });

  it('answers 503 to a flood beyond its queue', async () => {
    const llama = await start({ slots: 1, maxQueue: 2 });
    const abort = new AbortController();
    const flood = Array.from({ length: 6 }, () => ollama(llama, long, { signal: abort.signal }));
    const refused: Response[] = [];
    for (const request of flood) request.then(response => refused.push(response)).catch(() => {});
    await until(async () => refused.length === 3);
    expect(await llama.health()).toMatchObject({ busy: 1, waiting: 2 });
    expect(refused.map(response => response.status)).toEqual([503, 503, 503]);
    expect(await refused[0].json()).toEqual({ error: expect.stringContaining('server busy') });
    abort.abort();
    await until(async () => (await llama.health()).aborted === 3);
    expect(await llama.health()).toMatchObject({ busy: 0, waiting: 0 });
  });

  it('answers 401 without its key', async () => {
    const llama = await start({ slots: 1, key: 'secret' });
    const letter = { messages: messages('music'), max_tokens: 1 };
    const authorized = (key: string) =>
      openai(llama, letter, { headers: { authorization: `Bearer ${key}` } });
    expect((await openai(llama, letter)).status).toBe(401);
    expect((await authorized('other')).status).toBe(401);
    expect((await ollama(llama, letter)).status).toBe(401);
    expect((await authorized('secret')).status).toBe(200);
  });
});

describe('the model', () => {
  it('is the same bytes for the same seed', async () => {
    const module: string = join(import.meta.dirname, 'llama/gguf.mjs');
    const { gguf } = (await import(module)) as { gguf(text: string, seed: number): Buffer };
    const corpus = readFileSync(join(import.meta.dirname, 'llama/corpus.txt'), 'utf8');
    expect(gguf(corpus, 5).equals(gguf(corpus, 5))).toBe(true);
    expect(gguf(corpus, 5).equals(gguf(corpus, 6))).toBe(false);
  });
});
