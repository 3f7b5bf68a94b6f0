import { readFileSync } from 'node:fs';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import type { ChoiceQuestion, Question } from '../../src/engine/oracle/oracle.ts';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import { createRemoteDefaults } from '../../src/engine/oracle/oracleSetup.ts';
import { createSystemEnvironment } from '../../src/oracles/client/environment.ts';
import { ModelOracle } from '../../src/oracles/model/modelOracle.ts';
import { installLlama, LLAMA_MODEL, startLlama } from '../runtimes/llama/llama.ts';

/**
 * Decisions by a real llama.cpp server with a toy model, side by side in one run: letter and JSON, one slot and
 * four, each agent and each archetype. Prints one JSON table. Rates are of this machine and the toy model; what
 * counts are the ratios.
 */
const SAMPLES = 3;
const QUESTIONS = 160;
/** Rounds of a day, as in the tables of docs/social.md. */
const DAY = 480;
/** Runs in which each agent is asked. */
const FEW = 100;
const { signal } = new AbortController();

const open = async (network: string) => {
  const { run } = await openRun(
    { ...DEFAULT_SETUP, network, preset: 'realistic' },
    { bundled: async path => new Uint8Array(readFileSync(`public/${path}`)), files: {} },
  );
  while (run.tick < 0) await run.step(run.policy, signal);
  return run;
};

/** The first questions of a run that the policy plays. */
async function questionsOf(network: string): Promise<readonly Question[]> {
  const run = await open(network);
  const questions: Question[] = [];
  const collecting = {
    name: 'collecting',
    ask: (asked: readonly Question[], abort: AbortSignal) => {
      questions.push(...asked);
      return run.policy.ask(asked, abort);
    },
  };
  while (questions.length < QUESTIONS) await run.step(collecting, signal);
  return questions.slice(0, QUESTIONS);
}

const NO_LIMITS: RemoteSetup['limits'] = {
  callsPerRun: null,
  tokensPerRun: null,
  callsPerRound: null,
  tokensPerRound: null,
  deadline: null,
  unusable: 25,
};

function oracleAt(url: string, slots: number, part: Partial<RemoteSetup>): ModelOracle {
  const setup = {
    ...createRemoteDefaults('openai'),
    urls: [url],
    model: LLAMA_MODEL,
    limits: NO_LIMITS,
    ...part,
  };
  return new ModelOracle({
    setup,
    key: () => null,
    policy: question => ({
      kind: 'weighed',
      probabilities: (question as ChoiceQuestion).options.map((_, __, all) => 1 / all.length),
      source: 'policy',
    }),
    template: () => null,
    environment: createSystemEnvironment(),
    mostUnderWay: slots,
  });
}

/** Asks the same questions in both forms, in turn; medians. */
async function forms(slots: number, questions: readonly Question[]) {
  const rates = { letter: [] as number[], json: [] as number[] };
  const tokens = { letter: [0, 0], json: [0, 0] };
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (const form of ['letter', 'json'] as const) {
      // A server of its own, so that one sample's prompts are not in another one's cache.
      const llama = await startLlama({ slots });
      const oracle = oracleAt(llama.url, slots, { form });
      // Questions go in batches as in a round, so that a failing model does not end the sample.
      const start = performance.now();
      for (let i = 0; i < questions.length; i += 20) await oracle.ask(questions.slice(i, i + 20), signal);
      rates[form].push((oracle.report().calls * 1000) / (performance.now() - start));
      const { tokensIn, tokensOut, calls } = oracle.report();
      tokens[form] = [tokensIn / calls, tokensOut / calls];
      await llama.stop();
    }
  }
  const [letter, json] = [median(rates.letter), median(rates.json)];
  return {
    slots,
    letter_per_second: round(letter),
    json_per_second: round(json),
    letter_over_json: round(letter / json),
    letter_tokens: tokens.letter.map(round),
    json_tokens: tokens.json.map(round),
  };
}

/** Rounds with the model itself, asked by each agent or once for each (archetype, post). */
async function played(network: string, url: string, archetypes: boolean, rounds: number) {
  const run = await open(network);
  const oracle = oracleAt(url, 4, { form: 'letter', archetypes });
  const start = performance.now();
  while (run.tick < rounds) await run.step(oracle, signal);
  const seconds = (performance.now() - start) / 1000;
  const { decisions, calls } = oracle.report();
  return {
    network,
    asked: archetypes ? 'archetypes' : 'agents',
    rounds: run.rounds,
    decisions,
    calls,
    decisions_per_call: round(decisions / calls),
    decisions_per_second: round(decisions / seconds),
  };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1];
const round = (value: number): number => Math.round(value * 10) / 10;

installLlama();
const questions = await questionsOf('congress');
const rows = [await forms(1, questions), await forms(4, questions)];
const llama = await startLlama({ slots: 4 });
const kinds = [
  await played('congress', llama.url, false, FEW),
  await played('congress', llama.url, true, FEW),
  await played('congress', llama.url, true, DAY),
  await played('lastfm', llama.url, true, DAY),
];
await llama.stop();
console.log(JSON.stringify({ node: process.version, forms: rows, archetypes: kinds }, null, 1));
