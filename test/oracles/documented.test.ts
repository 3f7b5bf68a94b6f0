import { describe, expect, it } from 'vitest';
import type { Answer, Question } from '../../src/engine/oracle/oracle.ts';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import { createRemoteDefaults } from '../../src/engine/oracle/oracleSetup.ts';
import { createSystemEnvironment } from '../../src/oracles/client/environment.ts';
import { probeModelServers } from '../../src/oracles/http/probeModelServers.ts';
import { ModelOracle } from '../../src/oracles/model/modelOracle.ts';
import { type Documented, newerOpenai, OLLAMA, ollamaLists, strangeness } from '../faulty/documented.ts';
import { type Served, serve, until } from './served.ts';
import { choice, setupOf, World } from './world.ts';

const never = () => new AbortController().signal;
const OPTION = 1;
const policy = (): Answer => ({ kind: 'chosen', option: 0, source: 'policy' });
const oracleAt = (url: string, over: Partial<RemoteSetup>, environment = createSystemEnvironment()) =>
  new ModelOracle({
    setup: setupOf([url], { model: 'llama3.2:1b', ...over }),
    ...{ key: () => null, policy, template: () => null, environment },
  });
/** Chats that a server heard. */
const chatsOf = ({ heard }: Served) =>
  heard.filter(({ path }) => path.includes('chat')).map(({ body }) => JSON.parse(body));

/** A server of Ollama's dialect with one answer to every chat. */
const ollama = ({ status, body }: Documented, can?: readonly string[]) =>
  serve(({ path }, response) => {
    const list = ollamaLists(can)[path];
    response.writeHead(list === undefined ? status : 200, {
      'content-type': 'application/json; charset=utf-8',
    });
    response.end(JSON.stringify(list ?? body));
  });

describe('Ollama, as its documentation describes it', () => {
  const asked = async (name: keyof typeof OLLAMA, form: 'letter' | 'json') => {
    const served = await ollama(OLLAMA[name]);
    const [answer] = await oracleAt(served.url, { form }).ask([choice(0)], never());
    return { answer, served };
  };

  it.each([
    ['a chat', 'json', { kind: 'chosen', option: OPTION, evidence: { tokensIn: 214, tokensOut: 9 } }],
    ['a chat with log-probabilities', 'letter', { kind: 'weighed' }],
    [
      'a chat of a version without log-probabilities',
      'letter',
      { kind: 'unusable', reason: 'the server gives no log-probabilities' },
    ],
    ['a thinking model that was told not to', 'json', { kind: 'chosen', option: OPTION }],
    ['a thinking model that thinks all the same', 'json', { kind: 'chosen', option: OPTION }],
    [
      'a thinking model that comes to no answer',
      'json',
      { kind: 'unusable', reason: 'only thinking, no answer' },
    ],
    ['a format that was dropped', 'json', { kind: 'chosen', option: OPTION }],
    ['a model that was loaded for a minute', 'json', { kind: 'chosen', option: OPTION }],
    ['an unknown model', 'json', { kind: 'unusable', reason: "404: model 'llama3.2:1b' not found" }],
    ['too little memory', 'json', { kind: 'unusable', reason: '500 after 4 tries' }],
    ['too many requests', 'json', { kind: 'unusable', reason: '503 after 4 tries' }],
  ] as const)('is understood: %s, for %s', async (name, form, wanted) => {
    const { answer, served } = await asked(name, form);
    expect(answer).toMatchObject(wanted);
    for (const body of chatsOf(served)) expect(strangeness(body)).toEqual([]);
  });

  it('shows in a test which model thinks, its digest and the version', async () => {
    const served = await ollama(OLLAMA['a chat'], ['completion', 'thinking']);
    const setup = setupOf([served.url], { model: 'llama3.2:1b' });
    const [report] = await probeModelServers(setup, null, createSystemEnvironment(), never());
    expect(report).toMatchObject({
      kind: 'answers',
      version: '0.12.11',
      digest: 'ba'.repeat(32),
      thinking: true,
    });
  });

  it('may load its model for a minute, within the deadline that holds by default', async () => {
    const world = new World();
    world.reply = (url, init) => fetch(url, init);
    let release = () => {};
    const served = await serve(({ path }, response) => {
      const list = ollamaLists()[path];
      if (list !== undefined) return void response.end(JSON.stringify(list));
      release = () => response.end(JSON.stringify(OLLAMA['a model that was loaded for a minute'].body));
    });
    const { limits } = createRemoteDefaults('ollama');
    const oracle = oracleAt(served.url, { form: 'json', limits }, world);
    const answers = oracle.ask([choice(0)], never());
    await until(() => chatsOf(served).length === 1);
    await world.pass(60_000);
    expect(oracle.report().wait).toMatchObject({ milliseconds: 60_000, isFirst: false });
    release();
    expect(await answers).toMatchObject([{ kind: 'chosen', option: OPTION }]);
  });
});

describe('a newer model of OpenAI, as it is documented', () => {
  const newer = () =>
    serve((heard, response) => {
      const isChat = heard.path.includes('chat');
      const { status, body } = isChat
        ? newerOpenai(heard)
        : { status: 200, body: { data: [{ id: 'newer' }] } };
      response.writeHead(status).end(JSON.stringify(body));
    });
  const over = { kind: 'openai', model: 'newer' } as const;

  it('is asked without the settings that it refuses, with room to think, and the document records them', async () => {
    const served = await newer();
    const oracle = oracleAt(served.url, { ...over, form: 'json' });
    const questions: Question[] = [choice(0), choice(1)];
    expect(await oracle.ask(questions.slice(0, 1), never())).toMatchObject([
      { kind: 'chosen', option: OPTION },
    ]);
    expect(chatsOf(served)).toHaveLength(3);
    expect(await oracle.ask(questions.slice(1), never())).toMatchObject([{ kind: 'chosen', option: OPTION }]);
    // What was learned holds.
    expect(chatsOf(served)).toHaveLength(4);
    expect(chatsOf(served).at(-1)).not.toHaveProperty('temperature');
    expect(oracle.record).toMatchObject({ not_sent: ['max_tokens', 'temperature'] });
  });

  it('passes the test of the connection, in JSON', async () => {
    const served = await newer();
    const [report] = await probeModelServers(
      setupOf([served.url], over),
      null,
      createSystemEnvironment(),
      never(),
    );
    expect(report).toMatchObject({ kind: 'answers', letters: false });
  });
});

describe('a server that refuses an indispensable setting', () => {
  it.each([
    "Unsupported parameter: 'messages' is not supported.",
    'This model does not support images; seed prompt rejected',
  ])('is not asked again and again: %s', async message => {
    const body = { error: { message } };
    const served = await serve(({ path }, response) => {
      if (!path.includes('chat')) return void response.end('{"data":[{"id":"m"}]}');
      response.writeHead(400).end(JSON.stringify(body));
    });
    const oracle = oracleAt(served.url, { kind: 'openai', model: 'm', form: 'json' });
    expect(await oracle.ask([choice(0)], never())).toMatchObject([{ kind: 'unusable' }]);
    expect(chatsOf(served)).toHaveLength(1);
  });
});
