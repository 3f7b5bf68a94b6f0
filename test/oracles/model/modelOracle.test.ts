import { afterEach, describe, expect, it } from 'vitest';
import { OracleHalt } from '../../../src/engine/core/errors.ts';
import type { Answer, ChoiceQuestion, Question } from '../../../src/engine/oracle/oracle.ts';
import type { RemoteSetup } from '../../../src/engine/oracle/oracleSetup.ts';
import { createSystemEnvironment } from '../../../src/oracles/client/environment.ts';
import { ModelOracle } from '../../../src/oracles/model/modelOracle.ts';
import { type Faulty, type FaultyOptions, startFaulty } from '../../faulty/server.ts';
import { serve, until } from '../served.ts';
import { choice, completion, NO_LIMITS, setupOf } from '../world.ts';

const started: Faulty[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(faulty => faulty.close()));
});
async function start(options: Partial<FaultyOptions> = {}): Promise<Faulty> {
  const faulty = await startFaulty({ fault: 'none', seed: 1, ...options });
  started.push(faulty);
  return faulty;
}

const never = () => new AbortController().signal;
const policy = ({ agent }: Question): Answer => ({
  kind: 'chosen',
  option: agent % 4,
  probabilities: [0.7, 0.1, 0.1, 0.1],
  source: 'policy',
});
const oracleAt = (urls: readonly string[], over: Partial<RemoteSetup> = {}, mostUnderWay?: number) =>
  new ModelOracle({
    setup: setupOf(urls, over),
    key: () => null,
    policy,
    template: form => ({ system: form, user: '' }),
    environment: createSystemEnvironment(),
    ...(mostUnderWay !== undefined && { mostUnderWay }),
  });
const agents = (count: number): ChoiceQuestion[] => Array.from({ length: count }, (_, i) => choice(i));
/** The parts that do not depend on the time taken. */
const bare = (answers: readonly Answer[]) => answers.map(({ evidence: _, ...answer }) => answer);

describe('a remote oracle', () => {
  it.each(['ollama', 'openai'] as const)(
    'answers each question of a round in its place, by %s',
    async kind => {
      const { url } = await start();
      const oracle = oracleAt([url], { kind, form: 'auto' });
      const answers = await oracle.ask(agents(20), never());
      expect(answers.map(({ kind }) => kind)).toEqual(Array(20).fill('weighed'));
      expect(oracle.name).toBe(kind);
      expect(oracle.trouble).toBeNull();
      expect(oracle.report()).toMatchObject({
        calls: 20,
        retries: 0,
        decisions: 20,
        cacheHits: 0,
        notOwn: [],
        waiting: 0,
        asked: 20,
        spent: { calls: 20 },
        comparison: { questions: 20 },
        servers: [{ url, underWay: 0 }],
      });
    },
  );

  it('gives the same answers whatever the window and the order of replies', async () => {
    const rounds = await Promise.all(
      [1, 4, 16].map(async (most, i) => {
        const { url } = await start(i === 0 ? {} : { fault: 'reversed', delay: 10 });
        return bare(await oracleAt([url], { form: 'json' }, most).ask(agents(48), never()));
      }),
    );
    expect(rounds[1]).toEqual(rounds[0]);
    expect(rounds[2]).toEqual(rounds[0]);
    expect(new Set(rounds[0].map(a => 'option' in a && a.option)).size).toBe(4);
  });

  it('can be paired with one that shares open and paid requests, but not the budget', async () => {
    let [underWay, most] = [0, 0];
    const { url } = await serve(async ({ path }, response) => {
      if (path !== '/api/chat') return void response.end('{"models": [{"name": "faulty"}]}');
      most = Math.max(most, ++underWay);
      await new Promise(resolve => setTimeout(resolve, 5));
      underWay--;
      response.end('{"message": {"content": "{\\"action\\": \\"like\\"}"}}');
    });
    const oracle = oracleAt([url], { form: 'json', limits: { ...NO_LIMITS, callsPerRun: 12 } }, 3);
    await oracle.ask(agents(6), never());
    const beside = oracle.beside({ policy, world: () => 7 }, { ...NO_LIMITS, callsPerRun: 8 });
    const others = agents(20).slice(10);
    const [again, own, more] = await Promise.all([
      beside.ask(agents(6), never()),
      beside.ask(others, never()),
      oracle.ask(agents(10), never()),
    ]);
    expect(most).toBe(3);
    expect(again.map(answer => 'source' in answer && answer.source)).toEqual(Array(6).fill('cache'));
    expect(own.filter(answer => 'source' in answer && answer.source === 'budget').length).toBe(2);
    expect(more.every(answer => answer.kind === 'chosen' && answer.source !== 'budget')).toBe(true);
    expect([oracle.report().spent.calls, beside.report().spent.calls]).toEqual([10, 8]);
  });

  it('asks in the order of the agents', async () => {
    const heard: string[] = [];
    const { url } = await serve(({ path, body }, response) => {
      if (path === '/api/chat') heard.push(/Person (\d+)/.exec(body)?.[1] ?? '');
      response.end(path === '/api/tags' ? '{"models": [{"name": "faulty"}]}' : '{}');
    });
    const questions = agents(4).reverse();
    const answers = await oracleAt([url], {}, 1).ask(questions, never());
    expect(heard).toEqual(['0', '1', '2', '3']);
    expect(answers.map(({ kind }) => kind)).toEqual(Array(4).fill('unusable'));
  });

  it('answers by the policy when the budget is spent', async () => {
    const { url } = await start();
    const oracle = oracleAt([url], { limits: { ...NO_LIMITS, callsPerRound: 3 } });
    const answers = await oracle.ask(agents(5), never());
    expect(answers.map(a => 'source' in a && a.source)).toEqual([
      'ollama',
      'ollama',
      'ollama',
      'budget',
      'budget',
    ]);
    expect(answers[3]).toEqual({ ...policy(choice(3)), source: 'budget' });
    oracle.limits = NO_LIMITS;
    const again = await oracle.ask(agents(5), never());
    expect(again.map(a => 'source' in a && a.source)).toEqual([
      'cache',
      'cache',
      'cache',
      'ollama',
      'ollama',
    ]);
    expect(oracle.report()).toMatchObject({
      cacheHits: 3,
      notOwn: [{ source: 'budget', reason: 'calls in this round spent', count: 2 }],
      spent: { calls: 5 },
    });
  });

  it('asks once for a group, whose agents each adapt the answer', async () => {
    const faulty = await start();
    for (const [form, sent] of [
      ['letter', 'letter'],
      ['json', 'shares'],
    ] as const) {
      const questions = Array.from({ length: 30 }, (_, agent) =>
        choice(agent, {
          kin: {
            question: choice(0, { situation: `A kind ${agent % 3}.`, rotation: 0 }),
            adapt: ([a, b, c, d]) => [a + d, b, c, 0],
          },
        }),
      );
      const before = faulty.requests;
      const oracle = oracleAt([faulty.url], { form, archetypes: true });
      const answers = await oracle.ask(questions, never());
      expect(faulty.requests - before).toBe(3);
      expect(answers[0]).toMatchObject({ kind: 'weighed', source: 'ollama', evidence: { form: sent } });
      expect(answers[3]).toMatchObject({ kind: 'weighed', source: 'cache' });
      expect(answers[0].evidence?.shared?.length).toBe(4);
      expect(oracle.record).toMatchObject({ archetypes: true, form: sent, template: { system: sent } });
      expect(oracle.report()).toMatchObject({ calls: 3, cacheHits: 27, decisions: 30 });
    }
  });

  it('keeps to six requests at a time in a browser, to sixteen elsewhere', async () => {
    const { url } = await start();
    for (const [origin, most] of [
      ['http://localhost', 6],
      [null, 16],
    ] as const) {
      const oracle = new ModelOracle({
        setup: setupOf([url]),
        key: () => null,
        policy,
        template: () => null,
        environment: { ...createSystemEnvironment(), origin },
      });
      await oracle.ask(agents(200), never());
      expect(oracle.report().servers[0].window).toBe(most);
    }
  });

  it('completes texts', async () => {
    const { url } = await start();
    const [answer] = await oracleAt([url]).ask([completion(0)], never());
    expect(answer).toMatchObject({ kind: 'text', text: 'Well said, thank you.', source: 'ollama' });
  });

  it('continues with the address that answers when another one dies', async () => {
    const [one, two] = [await start(), await start()];
    const oracle = oracleAt([one.url, two.url]);
    await oracle.ask(agents(8), never());
    expect(one.requests).toBeGreaterThan(0);
    await one.close();
    const answers = await oracle.ask(
      agents(20).map(q => ({ ...q, situation: `later ${q.agent}` })),
      never(),
    );
    expect(answers.every(({ kind }) => kind === 'weighed')).toBe(true);
    expect(oracle.trouble).toBeNull();
  });

  it('leaves out an address that never answers', async () => {
    const { url } = await start();
    const oracle = oracleAt(['http://127.0.0.1:9', url]);
    const answers = await oracle.ask(agents(4), never());
    expect(answers.every(({ kind }) => kind === 'weighed')).toBe(true);
    expect(oracle.reports.map(({ kind }) => kind)).toEqual(['silent', 'answers']);
    expect(oracle.report().servers.map(s => s.url)).toEqual([url]);
  });

  it('halts when nothing answers, and reports what to do', async () => {
    const oracle = oracleAt(['http://127.0.0.1:9']);
    const asked = oracle.ask(agents(1), never());
    await expect(asked).rejects.toThrow(OracleHalt);
    await expect(asked).rejects.toThrow('Nothing answers at http://127.0.0.1:9. Start it with ollama serve');
    const { url } = await start();
    await expect(oracleAt([url], { model: 'other' }).ask(agents(1), never())).rejects.toThrow(
      `${url}: The model is not there. Choose one that it has: faulty.`,
    );
  });

  it('gives up on a round in which everything fails, reports it, and starts from the beginning', async () => {
    const faulty = await start({ fault: 'unknown-model' });
    const oracle = oracleAt([faulty.url], {}, 1);
    const answers = await oracle.ask(agents(40), never());
    expect(faulty.requests).toBeLessThanOrEqual(6);
    expect(answers[0]).toMatchObject({ kind: 'unusable', reason: "404: model 'faulty' not found" });
    expect(answers[39]).toMatchObject({ reason: "not asked: 404: model 'faulty' not found" });
    expect(oracle.trouble).toBe(
      `5 questions in a row failed at ${faulty.url}: 404: model 'faulty' not found; the round was finished with fallbacks`,
    );
    const before = faulty.requests;
    await oracle.ask(agents(1), never());
    expect(faulty.requests).toBe(before + 1);
    expect(oracle.trouble).toBeNull();
  });

  it('resolves at once when aborted, with the answers that have come and without open requests', async () => {
    const faulty = await start({ fault: 'late', delay: 5_000, share: 0.5 });
    const oracle = oracleAt([faulty.url], {}, 16);
    const controller = new AbortController();
    const asked = oracle.ask(agents(40), controller.signal);
    await until(() => oracle.report().waiting < 40 && faulty.pending > 0);
    const begun = performance.now();
    controller.abort();
    const answers = await asked;
    expect(performance.now() - begun).toBeLessThan(2_500);
    const kinds = new Set(answers.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['late', 'weighed']);
    await until(() => faulty.pending === 0);
    expect(faulty.pending).toBe(0);
    expect(oracle.report()).toMatchObject({ waiting: 0, servers: [{ underWay: 0 }] });
    expect(oracle.report().notOwn).toEqual([]);
  });

  it('is late for all questions when aborted during its first test, and tests again', async () => {
    const faulty = await start({ fault: 'late', delay: 300 });
    const oracle = oracleAt([faulty.url], { form: 'auto' });
    const controller = new AbortController();
    const asked = oracle.ask(agents(2), controller.signal);
    await until(() => faulty.pending > 0);
    controller.abort();
    expect(await asked).toEqual([{ kind: 'late' }, { kind: 'late' }]);
    expect((await oracle.ask(agents(1), never()))[0].kind).toBe('weighed');
  });

  it('records in the document who answered, but neither address nor key', async () => {
    const { url } = await start();
    const oracle = oracleAt([url], { form: 'auto', limits: { ...NO_LIMITS, deadline: 30 } });
    expect(oracle.record).toMatchObject({ kind: 'ollama', form: 'auto', servers: [], template: null });
    await oracle.ask(agents(1), never());
    expect(oracle.record).toEqual({
      kind: 'ollama',
      model: 'faulty',
      servers: [{ version: '0.0.0-faulty', digest: 'fa'.repeat(32) }],
      form: 'letter',
      temperature: null,
      archetypes: false,
      texts: false,
      prompt_version: expect.any(Number),
      template: { system: 'letter', user: '' },
      limit_changes: [],
      limits: {
        calls_per_run: null,
        tokens_per_run: null,
        calls_per_round: null,
        tokens_per_round: null,
        deadline_seconds: 30,
        unusable_in_row: 25,
      },
    });
  });

  it('stays fast with many agents of few groups', async () => {
    const { url } = await start();
    const kinds = Array.from({ length: 50 }, (_, i) => choice(i, { situation: `kind ${i}` }));
    const questions = Array.from({ length: 20_000 }, (_, agent) =>
      choice(agent, { kin: { question: kinds[agent % 50], adapt: shared => shared } }),
    );
    const begun = performance.now();
    const answers = await oracleAt([url], { archetypes: true }).ask(questions, never());
    expect(answers.every(({ kind }) => kind === 'weighed')).toBe(true);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

describe('a measurement', () => {
  it('of the order of letters asks twice and leaves the run alone', async () => {
    const faulty = await start();
    const oracle = oracleAt([faulty.url]);
    const found = await oracle.measureOrder([...agents(10), completion(11)], never());
    expect(found.questions).toBe(10);
    expect(found.changed).toBeGreaterThan(0);
    expect(found.difference).toBeGreaterThan(0);
    expect(found.difference).toBeLessThan(1);
    expect(faulty.requests).toBe(20);
    expect(oracle.report()).toMatchObject({
      decisions: 0,
      notOwn: [],
      comparison: null,
      spent: { calls: 20 },
    });
    await oracle.ask(agents(10), never());
    expect(oracle.report().cacheHits).toBe(0);
  });

  it('finds no difference where the model has none', async () => {
    const { url } = await serve(({ path, body }, response) => {
      if (path !== '/api/chat') return response.end('{"models": [{"name": "faulty"}]}');
      const prompt: string = JSON.parse(body).messages[0].content;
      const letter = /(\w): like it/.exec(prompt)?.[1];
      const top_logprobs = [
        { token: letter, logprob: -0.1 },
        { token: /(\w): ignore/.exec(prompt)?.[1], logprob: -3 },
      ];
      response.end(
        JSON.stringify({ message: { content: letter }, logprobs: [{ ...top_logprobs[0], top_logprobs }] }),
      );
    });
    const threeOptions = agents(6).map(q => ({ ...q, options: q.options.slice(0, 3) }));
    expect(await oracleAt([url]).measureOrder([...agents(6), ...threeOptions], never())).toEqual({
      questions: 12,
      changed: 0,
      difference: 0,
    });
  });

  it('of groups asks each agent, and each group once', async () => {
    const faulty = await start();
    const kind = choice(0, { situation: 'kind' });
    const ofKind = agents(10).map(q => ({
      ...q,
      kin: { question: kind, adapt: (shared: readonly number[]) => shared },
    }));
    const found = await oracleAt([faulty.url]).measureKin([...ofKind, choice(11)], never());
    expect(faulty.requests).toBe(11);
    expect(found).toMatchObject({ questions: 10, options: ['ignore', 'like', 'reply', 'reshare'] });
    expect(found.own.reduce((sum, p) => sum + p)).toBeCloseTo(1);
    expect(found.adapted.reduce((sum, p) => sum + p)).toBeCloseTo(1);
    expect(found.difference).toBeGreaterThan(0);
  });

  it('stays within the budget', async () => {
    const { url } = await start();
    const oracle = oracleAt([url], { limits: { ...NO_LIMITS, callsPerRun: 6 } });
    expect((await oracle.measureOrder(agents(5), never())).questions).toBe(1);
    expect(oracle.report().spent.calls).toBe(6);
  });

  it('rejects when aborted', async () => {
    const faulty = await start({ fault: 'hung-headers' });
    const controller = new AbortController();
    const measured = oracleAt([faulty.url]).measureOrder(agents(3), controller.signal);
    await until(() => faulty.pending > 0);
    controller.abort();
    await expect(measured).rejects.toMatchObject({ name: 'AbortError' });
  });
});
