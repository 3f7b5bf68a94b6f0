import { describe, expect, it } from 'vitest';
import type { Answer, DecisionForm, Question } from '../../src/engine/oracle/oracle.ts';
import type { RemoteKind } from '../../src/engine/oracle/servers/getServerKind.ts';
import { createSystemEnvironment } from '../../src/oracles/client/environment.ts';
import { createAnswerAttempt } from '../../src/oracles/client/pipeline.ts';
import { buildModelRequest, createRequestMapper } from '../../src/oracles/client/wanted.ts';
import { createHttpSpeaker } from '../../src/oracles/http/probeModelServers.ts';
import { getServerBackend } from '../../src/oracles/http/serverBackends.ts';
import { THOUGHTS } from '../faulty/faults/answer.ts';
import { says, serve } from './served.ts';
import { choice, completion, OPTIONS } from './world.ts';

const LETTERS = [
  { token: 'A', logprob: Math.log(0.5) },
  { token: ' B', logprob: Math.log(0.25) },
  { token: 'b', logprob: Math.log(0.125) },
  { token: 'The', logprob: Math.log(0.125) },
];
const first = { ...LETTERS[0], top_logprobs: LETTERS };

/** A model that begins a sentence, where a letter might have come. */
const hardly = (logprob: number) => {
  const word = { token: 'Okay', logprob: -0.01 };
  return { ...word, top_logprobs: [word, { token: 'A', logprob }] };
};

/** The same reply in both dialects. */
const REPLIES = {
  ollama: (content: unknown, tokens?: readonly unknown[], extra: object = {}) => ({
    message: { role: 'assistant', content, ...extra },
    done: true,
    prompt_eval_count: 200,
    eval_count: 11,
    ...(tokens && { logprobs: tokens }),
  }),
  openai: (content: unknown, tokens?: readonly unknown[], extra: object = {}) => ({
    choices: [
      { message: { role: 'assistant', content, ...extra }, ...(tokens && { logprobs: { content: tokens } }) },
    ],
    usage: { prompt_tokens: 200, completion_tokens: 11 },
  }),
};
const KINDS = ['ollama', 'openai'] as const;

const attempt = (kind: RemoteKind, url: string, question: Question, form: DecisionForm, texts = false) =>
  createAnswerAttempt(
    createHttpSpeaker(
      {
        backend: getServerBackend(kind),
        environment: createSystemEnvironment(),
        server: at => ({ url: at, key: null, model: 'm' }),
      },
      'm',
    ),
    createSystemEnvironment(),
    createRequestMapper({ form, texts, temperature: 0.3 }),
  )({ question, signal: new AbortController().signal, dispatched: () => {} }, url);

async function answer(
  kind: RemoteKind,
  reply: object | string,
  form: DecisionForm = 'json',
  question: Question = choice(0),
): Promise<Answer> {
  const served = await says(typeof reply === 'string' ? reply : JSON.stringify(reply));
  return attempt(kind, served.url, question, form, true);
}

describe.each(KINDS)('%s', kind => {
  const reply = REPLIES[kind];
  const wanted = (question: Question, form: DecisionForm, texts = false) =>
    getServerBackend(kind).request(
      'm',
      buildModelRequest(question, { form, texts, temperature: 0.3 }),
      new Set(),
    ) as Record<string, unknown>;

  it('does not trust a server that reports a question of no tokens', async () => {
    const none = JSON.parse(JSON.stringify(reply('{"action":"like"}')).replace(/200/, '0'));
    const { evidence } = await answer(kind, none);
    expect([evidence?.tokensIn, evidence?.tokensOut]).toEqual([undefined, 11]);
    expect((await answer(kind, reply('{"action":"like"}'))).evidence?.tokensIn).toBe(200);
  });

  it('asks for one token and the likeliest twenty in letter form', () => {
    const request = wanted(choice(0), 'letter');
    expect(request).toMatchObject({ model: 'm', stream: false, logprobs: true, top_logprobs: 20 });
    const { seed, ...fixed } = (request.options ?? request) as Record<string, unknown>;
    if (kind === 'ollama') expect(fixed).toEqual({ temperature: 1, num_predict: 1 });
    else expect(fixed).toMatchObject({ temperature: 1, max_tokens: 1 });
    expect(seed).toSatisfy(s => Number.isInteger(s) && (s as number) >= 0 && (s as number) < 2 ** 31);
  });

  it('holds JSON to its schema', () => {
    const request = wanted(choice(0), 'json', true);
    const schema =
      kind === 'ollama'
        ? request.format
        : (request.response_format as { json_schema: { schema: object } }).json_schema.schema;
    expect(schema).toMatchObject({ required: ['next_state', 'action', 'text'], additionalProperties: false });
    expect(request.options ?? request).toMatchObject({
      temperature: 0.3,
      [kind === 'ollama' ? 'num_predict' : 'max_tokens']: 200,
    });
    expect(request).not.toHaveProperty('logprobs');
  });

  it('sends a completion as a message, with its own bound', () => {
    const request = wanted(completion(0), 'json');
    expect(request.messages).toEqual([{ role: 'user', content: 'Say something.' }]);
    expect(request.options ?? request).toMatchObject({
      [kind === 'ollama' ? 'num_predict' : 'max_tokens']: 20,
    });
    expect(request).not.toHaveProperty(kind === 'ollama' ? 'format' : 'response_format');
  });

  it('gives the same seed to the same agent and tick, and another one to others', () => {
    const seeds = [choice(0), choice(0), choice(1), choice(0, { tick: 2 })].map(
      q => buildModelRequest(q, { form: 'json', texts: false, temperature: 0 }).seed,
    );
    expect(seeds[0]).toBe(seeds[1]);
    expect(new Set(seeds).size).toBe(3);
  });

  it('sends its settings in the places of the dialect', async () => {
    const served = await serve((_, response) => response.end(JSON.stringify(reply('A', [first]))));
    await attempt(kind, served.url, choice(0), 'letter');
    const [{ path, body, method }] = served.heard;
    expect(`${method} ${path}`).toBe(kind === 'ollama' ? 'POST /api/chat' : 'POST /v1/chat/completions');
    expect(JSON.parse(body)).toEqual(wanted(choice(0), 'letter'));
    if (kind === 'ollama') expect(JSON.parse(body)).toMatchObject({ think: false });
    expect(body).not.toMatch(/keep_alive|num_ctx/);
  });

  it('weighs letters, variants summed and the rest left out', async () => {
    const said = await answer(kind, reply('A', [first]), 'letter');
    expect(said).toMatchObject({
      kind: 'weighed',
      source: kind,
      evidence: {
        model: 'm',
        form: 'letter',
        raw: expect.stringMatching(/^A \(".*\)$/),
        tokensIn: 200,
        tokensOut: 11,
      },
    });
    const { probabilities = [] } = said as { probabilities?: readonly number[] };
    expect(probabilities.map(p => Math.round(p * 7000) / 1000)).toEqual([4, 3, 0, 0]);
  });

  it('counts the token itself where the list lacks it', async () => {
    const tokens = [{ token: 'C', logprob: Math.log(0.5), top_logprobs: LETTERS.slice(1, 2) }];
    const said = (await answer(kind, reply('C', tokens), 'letter')) as { probabilities: readonly number[] };
    expect(said.probabilities[2]).toBeCloseTo(2 / 3);
  });

  it('reads the chosen option and what is written', async () => {
    const json = JSON.stringify({ next_state: 'composing', action: 'reply', text: 'Yes!' });
    expect(await answer(kind, reply(json))).toMatchObject({
      kind: 'chosen',
      option: 2,
      text: 'Yes!',
      source: kind,
      evidence: { form: 'json', texts: true, raw: json },
    });
  });

  it('reads shares as probabilities', async () => {
    const json = JSON.stringify({ ignore: 60, like: 20, reply: 20, reshare: 0 });
    expect(await answer(kind, reply(json), 'shares')).toMatchObject({
      kind: 'weighed',
      probabilities: [0.6, 0.2, 0.2, 0],
    });
  });

  it('keeps a completion as it is, but for control characters', async () => {
    const said = await answer(kind, reply('one\n\u0007two\ud800'), 'json', completion(0));
    expect(said).toMatchObject({ kind: 'text', text: 'one\ntwo', source: kind });
    expect(said.evidence).not.toHaveProperty('form');
    const long = await answer(kind, reply('x'.repeat(10_000)), 'json', completion(0));
    expect((long as { text: string }).text.length).toBe(320);
    expect(long.evidence?.raw?.length).toBe(2000);
  });

  it('joins what comes in lines', async () => {
    const lines =
      kind === 'ollama'
        ? [reply('{"action":'), reply('"like"}')].map(line => JSON.stringify(line)).join('\n')
        : ['{"action":', '"like"}']
            .map(content => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}`)
            .join('\n\n')
            .concat('\n\ndata: [DONE]\n\n');
    expect(await answer(kind, `${lines}\n`)).toMatchObject({ kind: 'chosen', option: 1 });
  });

  it('skips thoughts that are closed', async () => {
    expect(await answer(kind, reply('<think>hm</think>\n{"action":"like"}'))).toMatchObject({ option: 1 });
  });

  it.each(THOUGHTS)('skips thoughts between “%s” and “%s”, drafts within them too', async (open, close) => {
    const said = `${open}Is it {"action":"ignore"}?${close}\n{"action":"like"}`;
    expect(await answer(kind, reply(said))).toMatchObject({ kind: 'chosen', option: 1 });
  });

  it.each([
    ['thinking only', reply('', [], kind === 'ollama' ? { thinking: 'hm' } : { reasoning_content: 'hm' })],
    ['thinking in the text', reply('<think>Okay, so')],
  ])('cannot use %s', async (_, body) => {
    for (const form of ['json', 'letter'] as const)
      expect(await answer(kind, body, form)).toMatchObject({
        kind: 'unusable',
        reason: 'only thinking, no answer',
      });
  });

  it.each([
    ['no JSON', 'hello', 'the reply cannot be read'],
    ['NaN', '{"message": NaN}', 'the reply cannot be read'],
    ['an array', '[1]', 'the reply cannot be read'],
    ['null', 'null', 'the reply cannot be read'],
    ['nothing', '', 'the reply cannot be read'],
    ['no message', {}, 'the reply cannot be read'],
    ['a number for a text', reply(7), 'the reply cannot be read'],
    ['a list for a message', { message: [], choices: [] }, 'the reply cannot be read'],
    ['wrong types all over', { message: 'x', choices: { 0: 1 }, usage: 7 }, 'the reply cannot be read'],
    ['an empty text', reply(''), 'an empty answer'],
    ['prose', reply('I would like it'), 'no JSON object in it'],
    ['an option that is none', reply('{"action":"dance"}'), 'option outside the set'],
  ])('cannot use %s', async (_, body, reason) => {
    const said = await answer(kind, body);
    expect(said).toMatchObject({ kind: 'unusable', reason });
    expect(said.evidence?.raw).toBeTypeOf('string');
  });

  it.each([
    ['none at all', reply('A'), 'the server gives no log-probabilities'],
    ['no tokens', reply('A', []), 'the server gives no log-probabilities'],
    ['a list of something else', reply('A', [7, 8]), 'a log-probability is not a number'],
    ['a text for a number', reply('A', [{ token: 'A', logprob: '-1' }]), 'a log-probability is not a number'],
    ['positive ones', reply('A', [{ token: 'A', logprob: 1 }]), 'a log-probability is positive'],
    ['no letter', reply('The', [{ token: 'The', logprob: -1 }]), 'no probability on any letter'],
    [
      'hardly any probability on them',
      reply('Okay', [hardly(-7)]),
      'less than 0.1 % of the probability is on the letters',
    ],
  ])('cannot use letters with %s', async (_, body, reason) => {
    expect(await answer(kind, body, 'letter')).toMatchObject({ kind: 'unusable', reason });
  });

  it('weighs letters from one thousandth of the probability upwards', async () => {
    const said = await answer(kind, reply('Okay', [hardly(-6.9)]), 'letter');
    expect(said).toMatchObject({ kind: 'weighed', evidence: { mass: expect.closeTo(0.001, 4) } });
  });

  it('keeps the tokens of letters that cannot be used', async () => {
    const said = await answer(kind, reply('The', [{ token: 'The', logprob: -1 }]), 'letter');
    expect(said.evidence?.raw).toBe('The ("The" -1.000)');
  });

  it.each([
    ['alone', JSON.stringify({ error: kind === 'ollama' ? 'oops' : { message: 'oops' } })],
    ['after a line', `${JSON.stringify(reply(''))}\n{"error": "oops"}\n`],
  ])('counts an error under status 200 as the server’s, %s', async (_, body) => {
    await expect(answer(kind, body)).rejects.toMatchObject({ kind: 'status', status: 500, message: 'oops' });
  });
});

describe('names of models', () => {
  it.each([
    ['ollama', 'llama3.2', 'llama3.2:latest', true],
    ['ollama', 'a/b:q4', 'a/b:q4', true],
    ['ollama', 'llama3.2', 'llama3.2:1b', false],
    ['openai', 'm', 'm:latest', false],
  ] as const)('are compared by the rules of %s: %s and %s', (kind, one, other, same) => {
    expect(getServerBackend(kind).sameModel(one, other)).toBe(same);
  });

  it('are read with digests', () => {
    const tags = '{"models": [{"name": "a:latest", "digest": "f00"}, {"name": "b"}, {"name": 7}, 7]}';
    expect(getServerBackend('ollama').readModels(tags)).toEqual([
      { name: 'a:latest', digest: 'f00' },
      { name: 'b', digest: null },
    ]);
    expect(getServerBackend('openai').readModels('{"data": [{"id": "a"}, null]}')).toEqual([
      { name: 'a', digest: null },
    ]);
    for (const kind of KINDS) expect(getServerBackend(kind).readModels('{"models": 7}')).toBeNull();
  });
});

it('an answer with the name of an object’s prototype is outside the options', async () => {
  const body = '{"message": {"content": "{\\"action\\": \\"__proto__\\"}"}}';
  expect(await answer('ollama', body)).toMatchObject({ reason: 'option outside the set' });
  expect(OPTIONS.length).toBe(4);
});
