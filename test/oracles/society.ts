import { expect } from 'vitest';
import { OracleHalt } from '../../src/engine/core/errors.ts';
import type { DecisionRecord } from '../../src/engine/models/social/reports/socialDocumentSchema.ts';
import {
  type SocialDocument,
  socialDocumentSchema,
} from '../../src/engine/models/social/reports/socialRecord.ts';
import type { Oracle } from '../../src/engine/oracle/oracle.ts';
import type { ModelSetup } from '../../src/engine/oracle/oracleSetup.ts';
import type { Run } from '../../src/engine/run/run.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { readRecording } from '../../src/oracles/recording/recording.ts';
import { ReplayOracle } from '../../src/oracles/recording/replay.ts';
import { Invariants } from '../engine/invariants.ts';
import { documentText, open, playTo, social } from '../engine/play.ts';

/** UTF-16 units. */
const MAX_RAW_LENGTH = 2_000;

/** A busy society before its warm-up: of 40 agents, about eight ask in a round. */
export const openBusy = (oracle: ModelSetup, part: Partial<Setup> = {}): Promise<Run> =>
  open({
    network: 'small-world',
    agents: 40,
    seed: 5,
    parameters: { warm_up: 20, activity: 20, posting: 20, replying: 10, resharing: 5, attention: 0 },
    oracle,
    ...part,
  });

/** A run whose every tick is checked, from before its first one. */
export class Watched {
  readonly run: Run;
  readonly #invariants: Invariants;

  constructor(run: Run) {
    this.run = run;
    this.#invariants = new Invariants(run);
  }

  /** Plays up to `tick`, Play pressed again at each pause, or to a halt. @returns what the pauses said. */
  async playTo(tick: number, oracle: Oracle): Promise<string[]> {
    const pauses: string[] = [];
    while (this.run.tick < tick) {
      const halt = await stepWhole(this.run, oracle);
      if (halt !== null) return [...pauses, halt];
      this.#invariants.check();
      if (oracle.trouble) pauses.push(oracle.trouble);
    }
    this.#invariants.checkHistories();
    return pauses;
  }
}

/** Plays a tick: each question leaves one decision in it. @returns what a halt says; then all is as it was. */
async function stepWhole(run: Run, oracle: Oracle): Promise<string | null> {
  const { tick, hash } = run;
  const { decisions } = social(run);
  const before = decisions.count;
  const asked = run.state.questions(tick + 1).map(question => [tick + 1, question.agent]);
  try {
    expect(await run.step(oracle, new AbortController().signal)).toBe(true);
  } catch (error) {
    if (!(error instanceof OracleHalt)) throw error;
    run.assertWhole();
    expect([run.tick, run.hash, decisions.count]).toEqual([tick, hash, before]);
    return error.message;
  }
  expect(run.tick).toBe(tick + 1);
  const rows = asked.map((_, i) => [decisions.tick.data[before + i], decisions.agent.data[before + i]]);
  expect(rows).toEqual(asked);
  expect(decisions.count).toBe(before + asked.length);
  return null;
}

/** The run's document, once it is valid, tells its failures and replays to the same hash. */
export async function checkedDocument(run: Run): Promise<SocialDocument> {
  const text = documentText(run);
  const document = socialDocumentSchema.parse(JSON.parse(text));
  expect(document.hash).toBe(run.hash);
  expect(document.decisions.filter(decision => !isTold(decision))).toEqual([]);
  const recording = await readRecording('run.json', new TextEncoder().encode(text));
  const again = await open(recording.setup);
  await playTo(again, recording.rounds, new ReplayOracle(recording));
  expect(again.hash).toBe(run.hash);
  return document;
}

/** Checks that an unused answer leads where a fallback does, and says why in short. */
function isTold({ source, reason = '', raw, action, next_state }: DecisionRecord): boolean {
  if ((raw ?? '').length > MAX_RAW_LENGTH || reason.includes('\n')) return false;
  if (source === 'late') return action === null;
  if (source !== 'fallback') return reason === '' && action !== null;
  return reason !== '' && action === null && next_state === 'scrolling';
}

/** The decisions of a document after a tick; after 0 none is the warm-up's. */
export const decisionsAfter = (tick: number, { decisions }: SocialDocument): readonly DecisionRecord[] =>
  decisions.filter(decision => decision.tick > tick);

/** Whether a model decided. */
export const isOwn = ({ source }: DecisionRecord): boolean =>
  ['ollama', 'openai', 'webllm', 'wllama', 'cache'].includes(source);
