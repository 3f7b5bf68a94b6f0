import { expect } from 'vitest';
import type { LibrarianDecision } from '../../src/engine/models/librarian/reports/librarianDocumentSchema.ts';
import {
  type LibrarianDocument,
  librarianDocumentSchema,
} from '../../src/engine/models/librarian/reports/librarianRecord.ts';
import type { Oracle } from '../../src/engine/oracle/oracle.ts';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import type { Run } from '../../src/engine/run/run.ts';
import { createSystemEnvironment, type Environment } from '../../src/oracles/client/environment.ts';
import { createOracleForRun } from '../../src/oracles/model/createOracleForRun.ts';
import { type Recording, readRecording } from '../../src/oracles/recording/recording.ts';
import { ReplayOracle } from '../../src/oracles/recording/replay.ts';
import { ResumedOracle } from '../../src/oracles/recording/resumedOracle.ts';
import { ask, type Given, openReaders } from '../engine/models/librarian/reading.ts';
import { documentText, playTo } from '../engine/play.ts';

/** The real world, but for short pauses between tries. */
const environment: Environment = { ...createSystemEnvironment(), random: () => 0.01 };

/** A new oracle for a run, made as the engine makes it. */
export const oracleOf = (run: Run, oracle: RemoteSetup): Oracle =>
  createOracleForRun(run, { ...run.config, oracle }, { key: () => null, recording: null, environment });

export const recordingOf = (run: Run): Promise<Recording> =>
  readRecording('run.json', new TextEncoder().encode(documentText(run)));

/** The run that a recording was made of, before its first round. */
export const openAgain = ({ setup }: Recording, given: Given): Promise<Run> =>
  openReaders({ ...given, setup, parameters: setup.parameters as never });

/** The run's document, once it is valid, tells its failures, replays to the same hash and resumes to the same bytes. */
export async function checkedReaders(run: Run, given: Given): Promise<LibrarianDocument> {
  const text = documentText(run);
  const document = librarianDocumentSchema.parse(JSON.parse(text));
  expect(document.hash).toBe(run.hash);
  expect(document.decisions.filter(decision => !isTold(decision))).toEqual([]);
  const failed = document.decisions.filter(({ kind }) => FAILED.includes(kind));
  expect(run.state.failureCount).toBe(failed.length);
  for (const [agent, { memory_sha256 }] of document.agents.entries())
    expect(ask(run, 'memoryFile', { agent, tick: run.tick }).sha256).toBe(memory_sha256);

  const recording = await recordingOf(run);
  const replayed = await openAgain(recording, given);
  await playTo(replayed, recording.rounds, new ReplayOracle(recording));
  expect(replayed.hash).toBe(run.hash);

  const resumed = await openAgain(recording, given);
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

const FAILED: readonly LibrarianDecision['kind'][] = ['unreadable', 'refused', 'unanswered'];

/** Checks that a failed step says why in one line and goes back to thinking; an unanswered one stays where it is. */
function isTold({ kind, source, state, next_state, error, answer, raw = '' }: LibrarianDecision): boolean {
  if (raw.length > 2_000 || (error !== null && /[\n\r]/.test(error))) return false;
  if (kind === 'unanswered') return error !== null && answer === null && next_state === state;
  if (kind === 'unreadable' || kind === 'refused')
    return error !== null && next_state === 'thinking' && (source === 'fallback') === (answer === null);
  return source !== 'late' && source !== 'fallback';
}

/** Those for which somebody was asked. */
export const askedOf = ({ decisions }: LibrarianDocument): readonly LibrarianDecision[] =>
  decisions.filter(({ source }) => source !== 'chart');
