import { expect } from 'vitest';
import { OracleHalt } from '../../src/engine/core/errors.ts';
import type { GovernedDecision } from '../../src/engine/models/governed/reports/governedDocumentSchema.ts';
import {
  type GovernedDocument,
  governedDocumentSchema,
} from '../../src/engine/models/governed/reports/governedRecord.ts';
import type { Oracle } from '../../src/engine/oracle/oracle.ts';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import type { Run } from '../../src/engine/run/run.ts';
import { createSystemEnvironment, type Environment } from '../../src/oracles/client/environment.ts';
import { createOracleForRun } from '../../src/oracles/model/createOracleForRun.ts';
import { type Recording, readRecording } from '../../src/oracles/recording/recording.ts';
import { ReplayOracle } from '../../src/oracles/recording/replay.ts';
import { ResumedOracle } from '../../src/oracles/recording/resumedOracle.ts';
import { type Given, openMissions, playOut } from '../engine/models/governed/mission.ts';
import { documentText, playTo } from '../engine/play.ts';

/** UTF-16 units. */
const MAX_RAW_LENGTH = 2_000;

/** The real world, but for short pauses between tries. */
const environment: Environment = { ...createSystemEnvironment(), random: () => 0.01 };

/** A new oracle for a run, made as the engine makes it. */
export const oracleOf = (run: Run, oracle: RemoteSetup): Oracle =>
  createOracleForRun(run, { ...run.config, oracle }, { key: () => null, recording: null, environment });

/** Plays to the end, Play pressed again at each pause. @returns what the pauses said. */
export async function playThrough(run: Run, oracle: Oracle): Promise<string[]> {
  const { signal } = new AbortController();
  const pauses: string[] = [];
  while (!run.state.isOver) {
    const { tick, hash } = run;
    expect(tick).toBeLessThan(500);
    try {
      expect(await run.step(oracle, signal)).toBe(true);
    } catch (error) {
      if (!(error instanceof OracleHalt)) throw error;
      run.assertWhole();
      expect([run.tick, run.hash]).toEqual([tick, hash]);
      return [...pauses, error.message];
    }
    if (oracle.trouble) pauses.push(oracle.trouble);
  }
  return pauses;
}

export const recordingOf = (run: Run): Promise<Recording> =>
  readRecording('run.json', new TextEncoder().encode(documentText(run)));

/** The run that a recording was made of, before its first round. */
export const openAgain = ({ setup }: Recording, goals: Given['goals']): Promise<Run> =>
  openMissions({ ...(goals && { goals }), setup, parameters: setup.parameters as never });

/** The run's document, once it is valid, tells its failures, replays to the same hash and resumes to the same bytes. */
export async function checkedMissions(run: Run, goals: Given['goals']): Promise<GovernedDocument> {
  const text = documentText(run);
  const document = governedDocumentSchema.parse(JSON.parse(text));
  expect(document.hash).toBe(run.hash);
  expect(document.decisions.filter(decision => !isTold(decision))).toEqual([]);
  // Without governance a call that no tool takes fails as well; with it, it is refused.
  const failed = document.decisions.filter(
    ({ kind, failed, refused }) =>
      kind === 'unanswered' || kind === 'unreadable' || (failed > 0 && refused === null),
  );
  expect(run.state.failureCount).toBe(failed.length);

  const recording = await recordingOf(run);
  const replayed = await openAgain(recording, goals);
  await playTo(replayed, recording.rounds, new ReplayOracle(recording));
  expect(replayed.hash).toBe(run.hash);

  const resumed = await openAgain(recording, goals);
  const oracle = new ResumedOracle(recording);
  while (resumed.tick < recording.rounds) {
    const before = oracle.record;
    oracle.tick = resumed.tick + 1;
    if (oracle.record !== before) resumed.handOver();
    await playTo(resumed, resumed.tick + 1, oracle);
  }
  expect(documentText(resumed) === text).toBe(true);
  return document;
}

/** Checks that a failed step says why in one line and leads nowhere. */
function isTold({ kind, source, refused, failed, phase, next_phase, raw = '', answer }: GovernedDecision) {
  if (raw.length > MAX_RAW_LENGTH) return false;
  if (refused !== null && /[\n\r]/.test(refused)) return false;
  if (kind === 'unanswered')
    return refused !== null && answer === null && failed === 0 && next_phase === phase;
  if (kind === 'unreadable') {
    if ((source === 'fallback') !== (answer === null)) return false;
    return refused !== null && failed >= 1 && next_phase === (phase === 'init' ? 'deciding' : phase);
  }
  return source !== 'late' && source !== 'fallback';
}

/** Those for which somebody was asked. */
export const askedOf = ({ decisions }: GovernedDocument): readonly GovernedDecision[] =>
  decisions.filter(({ source }) => source !== 'chart');

export { openMissions, playOut };
