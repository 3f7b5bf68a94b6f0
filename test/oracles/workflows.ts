import { expect } from 'vitest';
import { openRun } from '../../src/engine/models/openRun.ts';
import type { WorkflowDecision } from '../../src/engine/models/workflow/reports/workflowDocumentSchema.ts';
import {
  type WorkflowDocument,
  workflowDocumentSchema,
} from '../../src/engine/models/workflow/reports/workflowRecord.ts';
import type { Oracle } from '../../src/engine/oracle/oracle.ts';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import type { Run } from '../../src/engine/run/run.ts';
import { createSystemEnvironment, type Environment } from '../../src/oracles/client/environment.ts';
import { createOracleForRun } from '../../src/oracles/model/createOracleForRun.ts';
import { type Recording, readRecording } from '../../src/oracles/recording/recording.ts';
import { ReplayOracle } from '../../src/oracles/recording/replay.ts';
import { ResumedOracle } from '../../src/oracles/recording/resumedOracle.ts';
import { bundled } from '../engine/models/workflow/playing.ts';
import { documentText, playTo } from '../engine/play.ts';

/** The real world, but for short pauses between tries. */
const environment: Environment = { ...createSystemEnvironment(), random: () => 0.01 };

/** A new oracle for a run, made as the engine makes it. */
export const oracleOf = (run: Run, oracle: RemoteSetup): Oracle =>
  createOracleForRun(run, { ...run.config, oracle }, { key: () => null, recording: null, environment });

export const recordingOf = (run: Run): Promise<Recording> =>
  readRecording('run.json', new TextEncoder().encode(documentText(run)));

/** The run that a recording was made of, before its first round, by itself. */
export const openAgain = async ({ setup, files }: Recording): Promise<Run> =>
  (await openRun(setup, { bundled, files })).run;

/** The run's document, once it is valid, tells its failures, replays to the same hash and resumes to the same bytes. */
export async function checkedWorkflow(run: Run): Promise<WorkflowDocument> {
  const text = documentText(run);
  const document = workflowDocumentSchema.parse(JSON.parse(text));
  expect(document.hash).toBe(run.hash);
  expect(document.decisions.filter(decision => !isTold(decision))).toEqual([]);
  const failed = document.decisions.filter(({ failure }) => failure !== null);
  expect(run.state.failureCount).toBe(failed.length);

  const recording = await recordingOf(run);
  const replayed = await openAgain(recording);
  await playTo(replayed, recording.rounds, new ReplayOracle(recording));
  expect(replayed.hash).toBe(run.hash);

  const resumed = await openAgain(recording);
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

/** Failures give their reason in one line; where nothing came, nothing was done. */
function isTold({
  outcome,
  failure,
  source,
  answer,
  action,
  key,
  result,
  raw = '',
}: WorkflowDecision): boolean {
  if (raw.length > 2_000 || /[\n\r]/.test(result) || result === '') return false;
  if ((outcome === 'done') !== (failure === null)) return false;
  if (failure === 'unanswered') return answer === null && action === null && key === null;
  if (failure === 'unreadable' || failure === 'unmapped')
    return (source === 'fallback') === (answer === null) && action === null && key === null;
  return source !== 'late' && source !== 'fallback';
}

/** Those for which somebody was asked. */
export const askedOf = ({ decisions }: WorkflowDocument): readonly WorkflowDecision[] =>
  decisions.filter(({ source }) => source !== 'chart');
