import { afterAll, describe, expect, it } from 'vitest';
import type { Answer, ChoiceQuestion } from '../../src/engine/oracle/oracle.ts';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import { createSystemEnvironment, type Environment } from '../../src/oracles/client/environment.ts';
import { MAX_BODY_BYTES } from '../../src/oracles/client/http.ts';
import { ModelOracle } from '../../src/oracles/model/modelOracle.ts';
import { DIALECTS } from '../faulty/ask.ts';
import { FAULTS, type FaultName, type Faulty, startFaulty } from '../faulty/server.ts';
import { IS_LONG } from '../runs.ts';
import { until } from './served.ts';
import { expectNoUnhandledRejection } from './unhandled.ts';
import { choice, NO_LIMITS, setupOf } from './world.ts';

const QUESTIONS = IS_LONG ? 12 : 8;
/** Seconds. */
const DEADLINE = 0.2;
/** Bytes of one read; the cap may be passed by so much. */
const CHUNK = 1024 * 1024;

/** Required outcome of a question that a fault strikes: right, late, or unusable for a reason. */
type Fate = 'right' | 'late' | RegExp;
const UNREAD = /^the reply cannot be read$/;
const LONG = /^the reply is longer than 256 kB$/;
const LOST = /^no connection after 4 tries$/;
const BROKEN = /^(connection broken off|no connection) after 4 tries$/;
const LETTERS: Partial<Record<FaultName, Fate>> = {
  'empty-content': /^the server gives no log-probabilities$/,
  'outside-the-set': /^no probability on any letter$/,
  'positive-logprobs': /^a log-probability is positive$/,
  'zero-mass': /^no probability on any letter$/,
  'no-letters': /^no probability on any letter$/,
  'duplicate-keys': 'right',
  'contradictory-state': 'right',
  'null-logprobs': /^a log-probability is not a number$/,
  'string-logprobs': /^a log-probability is not a number$/,
  'infinite-logprobs': /^no probability on any letter$/,
  'nan-logprobs': UNREAD,
};
const JSONS: Partial<Record<FaultName, Fate>> = {
  'empty-content': /^an empty answer$/,
  'outside-the-set': /^option outside the set$/,
  'duplicate-keys': /^(the answer names its action twice|not one JSON object)$/,
  'contradictory-state': /^next_state contradicts action$/,
};
const BOTH: Partial<Record<FaultName, Fate>> = {
  'hung-headers': 'late',
  late: 'late',
  'slow-drip': 'late',
  'endless-body': LONG,
  'gzip-bomb': LONG,
  'large-body': LONG,
  'reset-in-body': BROKEN,
  'length-too-long': BROKEN,
  'length-too-short': UNREAD,
  'retry-after': /^429 after 4 tries$/,
  'too-many': /^429 after 4 tries$/,
  'always-500': /^500 after 4 tries$/,
  'unknown-model': /^404: model 'faulty' not found$/,
  'no-content': UNREAD,
  html: UNREAD,
  'redirect-loop': LOST,
  'error-in-stream': /^500 after 4 tries$/,
  truncated: UNREAD,
  'trailing-object': UNREAD,
  'invalid-utf8': /^the reply is not UTF-8$/,
  'wrong-types': UNREAD,
  'deep-envelope': UNREAD,
  'deep-answer': LONG,
  thinking: /^only thinking, no answer$/,
};

const fateOf = (fault: FaultName, form: 'letter' | 'json'): Fate =>
  (form === 'letter' ? LETTERS : JSONS)[fault] ?? BOTH[fault] ?? 'right';

expectNoUnhandledRejection();

const servers: Faulty[] = [];
afterAll(() => Promise.all(servers.map(server => server.close())));
async function start(fault: FaultName, delay = 20): Promise<Faulty> {
  const server = await startFaulty({ fault, seed: 1, delay, retryAfter: 0 });
  servers.push(server);
  return server;
}

/** The real world with short pauses between tries and a count of what bodies are unpacked to. */
function watched() {
  const environment = createSystemEnvironment();
  const read: number[] = [];
  const fast: Environment = {
    ...environment,
    random: () => 0.01,
    fetch: async (url, init) => {
      const response = await environment.fetch(url, init);
      const index = read.push(0) - 1;
      const counted = response.body?.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            read[index] += chunk.length;
            controller.enqueue(chunk);
          },
        }),
      );
      const { status, headers } = response;
      return new Response(status === 204 ? null : counted, { status, headers });
    },
  };
  return { environment: fast, read };
}

const questions: readonly ChoiceQuestion[] = Array.from({ length: QUESTIONS }, (_, i) => choice(i));

function isLegal(answer: Answer): boolean {
  if (answer.kind === 'chosen') return answer.option >= 0 && answer.option < 4;
  if (answer.kind !== 'weighed') return answer.kind === 'late' || answer.kind === 'unusable';
  const sum = answer.probabilities.reduce((total, p) => total + (p >= 0 ? p : Number.NaN), 0);
  return answer.probabilities.length === 4 && Math.abs(sum - 1) < 1e-9;
}

const hasFate = (answer: Answer, fate: Fate): boolean =>
  fate === 'right'
    ? answer.kind === 'chosen' || answer.kind === 'weighed'
    : fate === 'late'
      ? answer.kind === 'late'
      : answer.kind === 'unusable' && fate.test(answer.reason.replace(/^not asked: /, ''));

describe.concurrent.each(DIALECTS)('asked by %s', kind => {
  describe.each(['letter', 'json'] as const)('for %s', form => {
    // By turns in one dialect for letters and in the other for JSON; in the long run in both.
    const isTurn = (i: number) => IS_LONG || (kind === 'ollama') === ((form === 'json') === (i % 2 === 0));
    it.each(FAULTS.filter(({ name }, i) => name !== 'refused' && isTurn(i)).map(({ name }) => name))(
      'a server with the fault “%s” gives each question one legal answer',
      async fault => {
        const faulty = await start(fault, fault === 'late' ? 2_000 : 20);
        const { environment, read } = watched();
        const limits = { ...NO_LIMITS, deadline: fateOf(fault, form) === 'late' ? DEADLINE : 60 };
        const setup: RemoteSetup = setupOf([faulty.url], { kind, form, limits });
        const policy = (): Answer => ({ kind: 'chosen', option: 0, source: 'policy' });
        const oracle = new ModelOracle({ setup, key: () => null, policy, template: () => null, environment });
        const answers = await oracle.ask(questions, new AbortController().signal);

        expect(answers.length).toBe(QUESTIONS);
        expect(answers.filter(answer => !isLegal(answer))).toEqual([]);
        const fate = fateOf(fault, form);
        expect(answers.filter(answer => !hasFate(answer, fate))).toEqual([]);
        expect(Math.max(...read)).toBeLessThanOrEqual(MAX_BODY_BYTES + CHUNK);
        await until(() => faulty.pending === 0 && oracle.report().servers[0].underWay === 0);
        expect(faulty.pending).toBe(0);
        expect(oracle.report()).toMatchObject({
          waiting: 0,
          decisions: QUESTIONS,
          servers: [{ underWay: 0 }],
        });
      },
      30_000,
    );
  });
});

describe('a server that disappears after the first test', () => {
  it('leaves fallbacks and one clear line', async () => {
    const faulty = await start('none');
    const { environment } = watched();
    const setup = setupOf([faulty.url]);
    const policy = (): Answer => ({ kind: 'chosen', option: 0, source: 'policy' });
    const oracle = new ModelOracle({ setup, key: () => null, policy, template: () => null, environment });
    await oracle.ask([choice(99)], new AbortController().signal);
    await faulty.close();
    const answers = await oracle.ask(questions, new AbortController().signal);
    expect(answers.filter(answer => !hasFate(answer, LOST))).toEqual([]);
    expect(oracle.trouble).toBe(
      `5 questions in a row failed at ${faulty.url}: no connection after 4 tries; the round was finished with fallbacks`,
    );
  });
});
