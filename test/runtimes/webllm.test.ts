import type { ChatCompletion } from '@mlc-ai/web-llm';
import { Ajv } from 'ajv';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readLibrarianAnswer } from '../../src/engine/models/librarian/answer/readLibrarianAnswer.ts';
import { DEFAULT_CONFIG } from '../../src/engine/models/librarian/inputs/agentConfig.ts';
import { buildLibrarianAnswerShape } from '../../src/engine/models/librarian/librarianState.ts';
import { ACTION_SHAPE, buildChoiceShape } from '../../src/engine/models/workflow/workflowState.ts';
import { IS_LONG } from '../runs.ts';
import { type ModelHost, PINNED, serveModels } from './webllm/modelHost.ts';
import { type Failure, openWebllmPage, type WebllmPage } from './webllm/webllmPage.ts';

const LETTERS = [...'ABCDEFGHIJKL'];
const SHARDS = 9;
const ABOUT = ['music', 'the bridge that the council closed', 'climate, 90 likes, tone angry'];
const JSON_ANSWER = String.raw`
root ::= "{\"next_state\":\"" state "\",\"action\":\"" action "\"}"
state ::= "engaging_like" | "composing" | "scrolling"
action ::= "like" | "reply" | "reshare" | "ignore"`;
/** Progress of each phase. */
const PHASES = [
  /^Start to fetch params$/,
  /^Fetching param cache\[\d+\/\d+\]: \d+MB fetched\. /,
  /^Loading model from cache\[\d+\/\d+\]: \d+MB loaded\. /,
  /^Loading GPU shader modules\[\d+\/\d+\]: /,
  /^Finish loading on WebGPU/,
];

const grammar = (text: string) => ({ response_format: { type: 'grammar', grammar: text } });
const oneOf = (letters: readonly string[]) =>
  grammar(`root ::= ${letters.map(letter => `"${letter}"`).join(' | ')}`);
const asked = (about: string) => ({
  messages: [
    { role: 'system', content: 'A: like. B: reply. C: reshare. D: ignore. Answer with one letter.' },
    { role: 'user', content: `Post about ${about}.` },
  ],
});
const decision = (about: string, letters: readonly string[]) => ({
  ...asked(about),
  ...oneOf(letters),
  max_tokens: 1,
  temperature: 1,
  top_p: 1,
  logprobs: true,
  top_logprobs: 5,
});
/** Goes on until it is stopped. */
const endless = { ...asked('patience'), max_tokens: 3000, ignore_eos: true };

function probabilities(answer: ChatCompletion): Record<string, number> {
  const [first] = answer.choices[0].logprobs!.content!;
  return Object.fromEntries(first.top_logprobs.map(({ token, logprob }) => [token, Math.exp(logprob)]));
}
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds));

let host: ModelHost;
let webllm: WebllmPage;
beforeAll(async () => {
  host = await serveModels();
}, 60_000);
afterAll(() => host.close());

const configure = (repository = '/toy') =>
  webllm.value('configure', {
    record: { model: `${host.url}${repository}`, model_lib: `${host.url}/toy-webgpu.wasm` },
  });
const answer = (request: object) => webllm.value<ChatCompletion>('complete', request);
const failure = async (operation: string, argument?: object): Promise<Failure> => {
  const outcome = await webllm.call(operation, argument);
  if (!('failure' in outcome)) throw new Error(`${operation} did not fail`);
  return outcome.failure;
};

describe('web-llm with the toy model', () => {
  beforeAll(async () => {
    webllm = await openWebllmPage();
    await configure();
    await webllm.value('load');
  });
  afterAll(() => webllm.close());

  it('reports in texts how far loading is', async () => {
    const texts = (await webllm.progress()).map(({ text }) => text);
    const phases = texts.map(text => PHASES.findIndex(phase => phase.test(text)));
    expect(phases).toEqual([...phases].sort());
    expect(new Set(phases)).toEqual(new Set(PHASES.keys()));
  });

  it('gives the probability of each letter that the grammar allows, and of no other', async () => {
    for (const about of ABOUT) {
      const { A, B, C, ...others } = probabilities(await answer(decision(about, ['A', 'B', 'C'])));
      expect(Math.abs(A + B + C - 1)).toBeLessThan(1e-3);
      expect(Object.values(others)).toEqual([0, 0]);
      expect(Math.max(A, B, C)).toBeLessThan(0.9);
    }
  });

  it('decides differently about another prompt', async () => {
    const all = [];
    for (const about of ABOUT) all.push(probabilities(await answer(decision(about, ['A', 'B', 'C']))));
    const [music, bridge, climate] = all.map(({ A }) => A);
    expect(Math.abs(music - bridge)).toBeGreaterThan(0.02);
    expect(Math.abs(music - climate)).toBeGreaterThan(0.02);
    expect(Math.abs(bridge - climate)).toBeGreaterThan(0.02);
  });

  it('gives probabilities at the temperature of the request, or else of the model', async () => {
    const request = decision(ABOUT[0], ['A', 'B']);
    const { A, B } = probabilities(await answer(request));
    const cooler = probabilities(await answer({ ...request, temperature: 0.5 }));
    expect(cooler.A).toBeCloseTo(A ** 2 / (A ** 2 + B ** 2), 4);
    const own = probabilities(await answer({ ...request, temperature: null }));
    expect(Math.abs(own.A - 0.5)).toBeGreaterThan(Math.abs(A - 0.5));
  });

  it('decides the same about the same prompt, whatever it was asked before', async () => {
    const request = decision(ABOUT[0], ['A', 'B', 'C']);
    const first = probabilities(await answer(request));
    const before = [
      { ...asked('anything'), max_tokens: 5, ignore_eos: true },
      { ...asked('anything'), ...grammar('root ::= "A" "B"'), max_tokens: 5 },
      { ...request, ...oneOf(['C']) },
    ];
    for (const other of before) {
      await answer(other);
      expect(probabilities(await answer(request))).toEqual(first);
    }
    await webllm.value('interrupted', { request: endless, after: 60 });
    expect(probabilities(await answer(request))).toEqual(first);
  });

  interface Watched {
    readonly answer: ChatCompletion;
    readonly logits: readonly (readonly number[])[];
    readonly tokens: readonly number[];
  }
  const watch = (request: object) => webllm.value<Watched>('watch', request);
  /** A letter's token, as a logit processor hears of it when nothing else may be chosen. */
  const tokenOf = async (letter: string) => {
    const { tokens } = await watch({ ...asked('anything'), ...oneOf([letter]), max_tokens: 1 });
    return tokens[0];
  };

  it('shows a logit processor every letter, where it gives the probabilities of five at most', async () => {
    const tokens = [];
    for (const letter of LETTERS) tokens.push(await tokenOf(letter));
    expect(new Set(tokens).size).toBe(LETTERS.length);
    const watched = await watch(decision(ABOUT[0], LETTERS));
    const weights = tokens.map(token => Math.exp(watched.logits[0][token]));
    const shares = weights.map(weight => weight / sum(weights));
    expect(sum(watched.logits[0].map(Math.exp))).toBeCloseTo(sum(weights), 6);
    const given = Object.entries(probabilities(watched.answer));
    expect(given).toHaveLength(5);
    for (const [letter, probability] of given)
      expect(shares[LETTERS.indexOf(letter)]).toBeCloseTo(probability, 4);
  });

  it('writes JSON to a grammar', async () => {
    for (const about of ABOUT) {
      const { choices } = await answer({ ...asked(about), ...grammar(JSON_ANSWER), max_tokens: 64 });
      expect(choices[0].finish_reason).toBe('stop');
      expect(Object.keys(JSON.parse(choices[0].message.content!))).toEqual(['next_state', 'action']);
    }
  });

  it.each([
    ['thinking', false],
    ['executing', false],
    ['paging', false],
    ['thinking', true],
    ['executing', true],
    ['paging', true],
  ] as const)('writes a librarian’s answer in %s to its grammar, as JSON: %s', async (state, asJson) => {
    const shape = grammar(buildLibrarianAnswerShape(DEFAULT_CONFIG, state, asJson).grammar);
    const finished = [];
    for (const about of ABOUT) {
      const { choices } = await answer({ ...asked(about), ...shape, max_tokens: 600, seed: 7 });
      if (choices[0].finish_reason === 'stop') finished.push(choices[0].message.content!);
      if (finished.length > 0 && !IS_LONG) break;
    }
    expect(finished.length).toBeGreaterThan(0);
    for (const said of finished)
      expect(readLibrarianAnswer(said)).toMatchObject({
        mended: asJson ? ['read as JSON'] : [],
        action: state === 'thinking' ? null : expect.anything(),
      });
  });

  it.each([
    ['does', ACTION_SHAPE],
    ['chooses', buildChoiceShape(['continue', 'go on', 'größer', 'a "b" \\', '继续'])],
  ] as const)('writes an answer of an agent of a workflow %s to its grammar', async (_, shape) => {
    const isHeld = new Ajv({ strict: false }).compile(shape.schema!);
    for (const about of ABOUT) {
      const request = { ...asked(about), ...grammar(shape.grammar), max_tokens: 300, seed: 7 };
      const { choices } = await answer(request);
      expect(choices[0].finish_reason).toBe('stop');
      expect(isHeld(JSON.parse(choices[0].message.content!))).toBe(true);
    }
  });

  it('ends its texts by itself', async () => {
    const reasons = [];
    for (const about of ABOUT)
      reasons.push((await answer({ ...asked(about), max_tokens: 200, seed: 7 })).choices[0].finish_reason);
    expect(reasons).toContain('stop');
  });

  it('reads prompts of thousands of characters, and refuses longer ones than its window', async () => {
    const { usage } = await answer(decision('patience '.repeat(450), ['A', 'B']));
    expect(usage!.prompt_tokens).toBeGreaterThan(1000);
    const { name } = await failure('complete', decision('0'.repeat(4100), ['A', 'B']));
    expect(name).toBe('ContextWindowSizeExceededError');
  });

  it('ends with the text so far when it is interrupted', async () => {
    const interrupted = await webllm.value<ChatCompletion>('interrupted', { request: endless, after: 60 });
    expect(interrupted.choices[0].finish_reason).toBe('abort');
    expect(interrupted.usage!.completion_tokens).toBeLessThan(100);
  });

  it('is not interrupted before its first token', async () => {
    const request = decision(ABOUT[0], ['A', 'B']);
    const interrupted = await webllm.value<ChatCompletion>('interrupted', { request, after: 2 });
    expect(interrupted.choices[0].finish_reason).toBe('length');
  });
});

describe('a download by web-llm', () => {
  const shards = () => host.asked.filter(({ path }) => path.includes('params_shard'));
  /** How many shards the texts of progress counted, one after another. */
  const fetched = async () =>
    (await webllm.progress()).map(({ text }) => Number(/^Fetching param cache\[(\d+)/.exec(text)?.[1] ?? 0));
  beforeAll(async () => {
    webllm = await openWebllmPage();
  });
  afterAll(() => webllm.close());
  afterEach(async () => {
    host.failures.clear();
    host.stalled.clear();
    host.asked.length = 0;
    await webllm.value('remove');
    await webllm.startWorker();
  });

  it('can be given up, and continues later with the missing shards', async () => {
    // However slow this machine is, some transfers are then still under way when the page gives up.
    for (let index = 4; index < SHARDS; index++)
      host.stalled.add(`/toy/resolve/main/params_shard_${index}.bin`);
    await configure();
    const loading = webllm.call('load');
    while (!(await fetched()).some(count => count >= 2)) await wait(10);
    await webllm.value('unload');
    // It resolves or rejects with the text of unload(), whichever transfer notices first.
    await loading;
    expect((await failure('complete', endless)).name).toBe('ModelNotLoadedError');
    expect(await webllm.value('isCached')).toBe(false);
    await expect.poll(() => shards().some(({ whole }) => whole === false)).toBe(true);
    host.asked.length = 0;
    host.stalled.clear();
    await webllm.value('load');
    expect(shards().length).toBeGreaterThan(0);
    expect(shards().length).toBeLessThan(SHARDS);
    expect(await webllm.value('isCached')).toBe(true);
    expect((await answer(decision('music', ['A', 'B']))).choices[0].finish_reason).toBe('length');
  });

  it('fails when a shard cannot be had, and succeeds when it can', async () => {
    host.failures.set('/toy/resolve/main/params_shard_3.bin', 503);
    await configure();
    expect(await failure('load')).toMatchObject({
      name: 'TypeError',
      message: expect.stringMatching(/^Failed to execute 'add' on 'Cache'/),
    });
    host.failures.clear();
    await webllm.value('load');
  });

  it('takes the revision that the model names', async () => {
    await configure(`/toy/resolve/${PINNED}`);
    await webllm.value('load');
    expect(shards().every(({ path }) => path.startsWith(`/toy/resolve/${PINNED}/`))).toBe(true);
    expect(await webllm.value('isCached')).toBe(true);
    await webllm.value('remove');
    expect(await webllm.value('isCached')).toBe(false);
  });
});

describe('web-llm without its GPU', () => {
  afterEach(() => webllm.close());

  async function crashGpu(): Promise<void> {
    const session = await webllm.browser.newBrowserCDPSession();
    await session.send('Browser.crashGpuProcess');
    await session.detach();
  }

  it('fails in mid-text and for good, but a new worker does not', async () => {
    webllm = await openWebllmPage();
    await configure();
    await webllm.value('load');
    const text = failure('complete', endless);
    await wait(100);
    await crashGpu();
    // Whichever call hears of it first.
    expect((await text).message).toMatch(/Instance reference no longer exists|already been disposed/);
    expect((await failure('complete', endless)).message).toMatch(/already been disposed/);
    await failure('load');
    await webllm.startWorker();
    await configure();
    await webllm.value('load');
    expect((await answer(decision('music', ['A', 'B']))).choices[0].finish_reason).toBe('length');
  });

  it('refuses to load where there is no adapter', async () => {
    webllm = await openWebllmPage([]);
    await configure();
    expect(await webllm.value('adapter')).toBeNull();
    expect((await failure('load')).message).toMatch(/^Unable to find a compatible GPU/);
  });
});

it('the host serves the files of llama.cpp, too', async () => {
  const bytes = await (await fetch(`${host.url}/tiny.gguf`)).arrayBuffer();
  expect(Buffer.from(bytes).subarray(0, 4).toString()).toBe('GGUF');
});
