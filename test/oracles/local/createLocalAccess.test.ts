import { describe, expect, it } from 'vitest';
import { InputError, OracleHalt } from '../../../src/engine/core/errors.ts';
import type { Answer, Question } from '../../../src/engine/oracle/oracle.ts';
import type { LocalSetup } from '../../../src/engine/oracle/oracleSetup.ts';
import { createSystemEnvironment } from '../../../src/oracles/client/environment.ts';
import { getModelSpecKey, type LocalRequest } from '../../../src/oracles/local/localModelContract.ts';
import { createOracleForRun } from '../../../src/oracles/model/createOracleForRun.ts';
import { ModelOracle } from '../../../src/oracles/model/modelOracle.ts';
import { waitInVain } from '../../waitInVain.ts';
import { checkedDocument, decisionsAfter, isOwn, openBusy, Watched } from '../society.ts';
import { choice } from '../world.ts';
import { Browser, done, failed, forever, gone, letterSaid, loaded, settle, setupOf } from './browser.ts';

const never = () => new AbortController().signal;
const policy = ({ agent }: Question): Answer => ({ kind: 'chosen', option: agent % 4, source: 'policy' });
const oracleIn = (browser: Browser | null, over: Partial<LocalSetup> = {}) =>
  new ModelOracle({
    setup: setupOf(over),
    key: () => null,
    policy,
    template: () => null,
    environment: createSystemEnvironment(),
    models: browser?.supervisor ?? null,
  });
const agents = (count: number) => Array.from({ length: count }, (_, agent) => choice(agent));
const kinds = (answers: readonly Answer[]) => answers.map(({ kind }) => kind);
const personOf = ({ messages }: LocalRequest) => /Person (\d+)/.exec(messages[1]!.content)?.[1];

describe('a model in this browser', () => {
  it('answers each question in its place, by shares of the letters', async () => {
    const browser = new Browser();
    const oracle = oracleIn(browser);
    const answers = await oracle.ask(agents(6), never());
    expect(kinds(answers)).toEqual(Array(6).fill('weighed'));
    expect(answers[1]).toMatchObject({ source: 'webllm', evidence: { model: 'toy', form: 'letter' } });
    const [a, b, c, d] = 'probabilities' in answers[1]! ? answers[1].probabilities! : [];
    expect([a, b, c, d].map(p => p!.toFixed(3))).toEqual(['0.200', '0.400', '0.200', '0.200']);
    expect(oracle.report()).toMatchObject({ calls: 6, decisions: 6, notOwn: [], lost: null, loading: null });
    expect(oracle.record).toMatchObject({
      kind: 'webllm',
      model: 'toy',
      servers: [{ version: 'toy 1', digest: 'ab'.repeat(32) }],
      form: 'letter',
    });
  });

  it('is asked one question at a time', async () => {
    const browser = new Browser();
    let underWay = 0;
    let most = 0;
    browser.say = async request => {
      most = Math.max(most, ++underWay);
      await settle();
      underWay--;
      return done(letterSaid(request));
    };
    await oracleIn(browser).ask(agents(5), never());
    expect(most).toBe(1);
  });

  it('is restricted to the letters, so that their share of all tokens is unknown', async () => {
    const oracle = oracleIn(new Browser());
    const [answer] = await oracle.ask(agents(1), never());
    expect(answer!.evidence).not.toHaveProperty('mass');
    expect(oracle.report().letterMass).toBeNull();
  });

  it('answers in JSON on request', async () => {
    const browser = new Browser();
    browser.say = async ({ grammar, letters }) => {
      expect([letters, grammar]).toEqual([0, expect.stringContaining('engaging_like')]);
      const text = '{"next_state":"engaging_like","action":"like"}';
      return done({ text, tokens: null, tokensIn: 9, tokensOut: 9 });
    };
    expect(await oracleIn(browser, { form: 'json' }).ask(agents(1), never())).toMatchObject([
      { kind: 'chosen', option: 1, evidence: { tokensIn: 9, tokensOut: 9 } },
    ]);
  });

  it('needs a browser', () => {
    expect(() => oracleIn(null)).toThrow(InputError);
    expect(() => oracleIn(null)).toThrow('webllm runs in a browser');
  });

  it('that is not cached halts the run with the place to download it, and nothing is fetched', async () => {
    const browser = new Browser();
    browser.cached.clear();
    const oracle = oracleIn(browser);
    const asked = oracle.ask(agents(2), never());
    await expect(asked).rejects.toThrow(OracleHalt);
    await expect(asked).rejects.toThrow('toy is not in this browser yet: download it in “Who decides”');
    expect(browser.heard).toEqual(['start']);
    browser.cached.add('toy');
    expect(kinds(await oracle.ask(agents(2), never()))).toEqual(['weighed', 'weighed']);
  });

  it('whose runtime cannot be fetched halts the run, and reports why', async () => {
    const browser = new Browser();
    browser.load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await expect(oracleIn(browser).ask(agents(1), never())).rejects.toThrow(
      new OracleHalt('Failed to fetch dynamically imported module'),
    );
  });

  it('that is loading does not hold up a pause', async () => {
    const browser = new Browser();
    let end = () => {};
    browser.load = () =>
      new Promise(resolve => {
        end = () => resolve(loaded);
      });
    const oracle = oracleIn(browser);
    const controller = new AbortController();
    const asked = oracle.ask(agents(2), controller.signal);
    await settle();
    controller.abort();
    expect(kinds(await asked)).toEqual(['late', 'late']);
    end();
    expect(kinds(await oracle.ask(agents(2), never()))).toEqual(['weighed', 'weighed']);
    expect(browser.heard.filter(what => what.startsWith('load'))).toEqual(['load toy']);
  });
});

describe('a question that fails', () => {
  it('is unusable, with the reason, and the others continue', async () => {
    const browser = new Browser();
    browser.say = async request =>
      personOf(request) === '2' ? failed('context window exceeded') : done(letterSaid(request));
    const oracle = oracleIn(browser);
    const answers = await oracle.ask(agents(4), never());
    expect(kinds(answers)).toEqual(['weighed', 'weighed', 'unusable', 'weighed']);
    expect(answers[2]).toMatchObject({ reason: expect.stringContaining('context window exceeded') });
    expect(browser.started).toBe(1);
    expect(oracle.report().lost).toBeNull();
  });
});

describe('a lost worker', () => {
  /** One whose every answer up to the given number is lost. */
  function losing(times: number): Browser {
    const browser = new Browser();
    let said = 0;
    browser.say = async request => (++said <= times ? gone('device lost') : done(letterSaid(request)));
    return browser;
  }

  it('is replaced once, and the same question asked again', async () => {
    const browser = losing(1);
    const oracle = oracleIn(browser);
    expect(kinds(await oracle.ask(agents(2), never()))).toEqual(['weighed', 'weighed']);
    expect(browser.heard).toEqual([
      ...['start', 'load toy', 'say 1', 'terminate'],
      ...['start', 'load toy', 'say 2', 'say 3'],
    ]);
    expect(oracle.report()).toMatchObject({ decisions: 2, notOwn: [], lost: null });
  });

  it('is replaced again when it has answered in between', async () => {
    const browser = new Browser();
    let said = 0;
    browser.say = async request => (++said % 2 === 1 ? gone('device lost') : done(letterSaid(request)));
    expect(kinds(await oracleIn(browser).ask(agents(3), never()))).toEqual(Array(3).fill('weighed'));
    expect(browser.started).toBe(4);
  });

  it('halts the run when it is lost again; the next question starts from the beginning', async () => {
    const browser = losing(2);
    const oracle = oracleIn(browser);
    const asked = oracle.ask(agents(2), never());
    await expect(asked).rejects.toThrow(OracleHalt);
    const line = 'toy stopped: device lost. It was restarted once and stopped again';
    await expect(asked).rejects.toThrow(line);
    expect(oracle.report()).toMatchObject({ lost: line, waiting: 0 });
    const loads = browser.heard.length;
    await waitInVain(5);
    // Pending questions have not started another worker.
    expect(browser.heard.length).toBe(loads);
    expect(kinds(await oracle.ask(agents(2), never()))).toEqual(['weighed', 'weighed']);
    expect(oracle.report().lost).toBeNull();
  });

  it('may be lost once while it loads', async () => {
    const browser = new Browser();
    let loads = 0;
    browser.load = async () => (++loads % 3 === 0 ? loaded : gone('out of memory'));
    const oracle = oracleIn(browser);
    await expect(oracle.ask(agents(1), never())).rejects.toThrow(new OracleHalt('out of memory'));
    expect(loads).toBe(2);
    expect(kinds(await oracle.ask(agents(1), never()))).toEqual(['weighed']);
  });

  it('that dies by itself is replaced as well', async () => {
    const browser = new Browser();
    browser.say = forever;
    const asked = oracleIn(browser).ask(agents(2), never());
    await settle();
    browser.say = async request => done(letterSaid(request));
    browser.kill('memory access out of bounds');
    expect(kinds(await asked)).toEqual(['weighed', 'weighed']);
    expect(browser.started).toBe(2);
  });
});

describe('a run that a model of this browser decides', () => {
  it('is the same when its answers are replayed, lost workers and failed questions included', async () => {
    const browser = new Browser();
    let said = 0;
    browser.say = async request => {
      said++;
      if (said % 17 === 0) return gone('device lost');
      return said % 7 === 0 ? failed('context window exceeded') : done(letterSaid(request));
    };
    const setup = setupOf();
    const run = await openBusy(setup);
    const { supervisor } = browser;
    const needs = {
      key: () => null,
      recording: null,
      environment: createSystemEnvironment(),
      models: supervisor,
    };
    const oracle = createOracleForRun(run, { ...run.config, oracle: setup }, needs);
    expect(await new Watched(run).playTo(12, oracle)).toEqual([]);
    const decisions = decisionsAfter(0, await checkedDocument(run));
    const sources = new Set(decisions.map(({ source }) => source));
    expect(sources).toContain('webllm');
    expect(sources).toContain('fallback');
    expect(decisions.filter(isOwn).length).toBeGreaterThan(20);
    expect(browser.started).toBeGreaterThan(1);
  });
});

describe('a model’s name', () => {
  it('is the same for the same files, and different for other ones', () => {
    const source = { url: 'https://a/b', library: 'https://a/b.wasm', revision: null };
    const own = { kind: 'webllm' as const, model: 'toy', source };
    const others = [
      setupOf(),
      { ...own, kind: 'wllama' as const },
      { ...own, source: { ...source, revision: 'abc' } },
      { ...own, source: { ...source, url: 'https://a/c' } },
    ];
    expect(getModelSpecKey({ ...own, source: { ...source } })).toBe(getModelSpecKey(own));
    expect(new Set([own, ...others].map(getModelSpecKey)).size).toBe(5);
  });
});
