import { expect } from 'vitest';
import {
  type SocialDocument,
  socialDocumentSchema,
} from '../../src/engine/models/social/reports/socialRecord.ts';
import type { ChoiceQuestion, Oracle, OracleRecord, Question } from '../../src/engine/oracle/oracle.ts';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import type { Run } from '../../src/engine/run/run.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { createSystemEnvironment } from '../../src/oracles/client/environment.ts';
import { ModelOracle } from '../../src/oracles/model/modelOracle.ts';
import { readRecording } from '../../src/oracles/recording/recording.ts';
import { ReplayOracle } from '../../src/oracles/recording/replay.ts';
import { documentText, open, playTo } from '../engine/play.ts';
import { setupOf } from '../oracles/world.ts';
import { LLAMA_MODEL } from './llama/llama.ts';

/** Fifty people in a small world; about six of them ask in a round. */
const BUSY: Partial<Setup> = {
  network: 'small-world',
  agents: 50,
  parameters: { warm_up: 20, activity: 20, posting: 20, attention: 0.1 },
};

/** The test's own model at a server, without limits. */
export const tinyAt = (url: string, over: Partial<RemoteSetup> = {}): RemoteSetup =>
  setupOf([url], { model: LLAMA_MODEL, temperature: 0.8, ...over });

interface Needs {
  readonly key?: string | undefined;
  readonly mostUnderWay?: number;
}

/** A busy run whose oracle is real. */
export async function opened(setup: RemoteSetup, needs: Needs = {}) {
  const run = await open({ ...BUSY, oracle: setup });
  return { run, oracle: remoteFor(run, setup, needs) };
}

/** An oracle of the server for a run. */
export const remoteFor = (run: Run, setup: RemoteSetup, { key, ...rest }: Needs = {}): ModelOracle =>
  new ModelOracle({
    setup,
    key: () => key ?? null,
    policy: question => run.state.policy(question),
    template: () => null,
    environment: createSystemEnvironment(),
    ...rest,
  });

/** The run's document, once it is valid and replays to the same hash. */
export async function checkedDocument(run: Run): Promise<SocialDocument> {
  const text = documentText(run);
  const recording = await readRecording('run.json', new TextEncoder().encode(text));
  const again = await playTo(await open(recording.setup), recording.rounds, new ReplayOracle(recording));
  expect([again.hash, recording.hash]).toEqual([run.hash, run.hash]);
  return socialDocumentSchema.parse(JSON.parse(text));
}

/** Hands questions on, and keeps them by tick and agent. */
export class Asked implements Oracle {
  readonly questions = new Map<string, ChoiceQuestion>();
  readonly #inner: Oracle;

  constructor(inner: Oracle) {
    this.#inner = inner;
  }

  get name(): string {
    return this.#inner.name;
  }

  get record(): OracleRecord {
    return this.#inner.record ?? { kind: this.name };
  }

  get trouble(): string | null {
    return this.#inner.trouble ?? null;
  }

  ask(questions: readonly Question[], signal: AbortSignal) {
    for (const question of questions)
      if (question.kind === 'choice') this.questions.set(`${question.tick} ${question.agent}`, question);
    return this.#inner.ask(questions, signal);
  }
}
