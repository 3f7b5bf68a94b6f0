import { InputError } from '../../../engine/core/errors.ts';
import { checkSheet, type SheetCheck, type SheetScenario } from '../../../engine/export/checkSheet.ts';
import type { Verdict } from '../../../engine/export/verdict.ts';
import { getAgentModelEntry } from '../../../engine/models/index.ts';
import { checkOracleSetup } from '../../../engine/oracle/checkOracleSetup.ts';
import type { RemoteSetup } from '../../../engine/oracle/oracleSetup.ts';
import type { Run } from '../../../engine/run/run.ts';
import { createSystemEnvironment } from '../../../oracles/client/environment.ts';
import { probeModelServers } from '../../../oracles/http/probeModelServers.ts';
import type { ModelOracle } from '../../../oracles/model/modelOracle.ts';
import { type Recording, readRecording } from '../../../oracles/recording/recording.ts';
import { ResumedOracle } from '../../../oracles/recording/resumedOracle.ts';
import { type RunFile, verifyRunFile } from '../../../oracles/recording/runFile.ts';
import type { Progress, SavedRun } from '../../protocol/api.ts';
import type { OneAtATime } from '../../shared/oneAtATime.ts';
import { createTimeSlicer } from '../../shared/pace.ts';
import type { SessionHost } from '../opened.ts';

/**
 * A run at the end of its document, and the oracle that continues it.
 * @param model that decides from there on; null for the policy
 */
export async function createResumedOracle(model: ModelOracle | null, { document, spent }: SavedRun) {
  const recording = await readRecording(document.name, document.bytes);
  model?.resume(recording, spent);
  return { recording, oracle: new ResumedOracle(recording) };
}

/** Compares the sheet of a document with its student and its scenario; null for none. @param bundled files that come with Statescope */
export async function checkRecordedSheet(
  { sheet, setup }: Recording,
  bundled: SessionHost['bundled'],
): Promise<SheetCheck | null> {
  if (sheet === null) return null;
  // A sheet is read without them as well; what it says then is that they could not be looked up.
  const [spec, library] = await Promise.all([
    getAgentModelEntry(setup.model).spec(),
    bundled('scenarios.json').catch(() => null),
  ]);
  return checkSheet(sheet, setup, spec, library && parseScenarios(library));
}

const parseScenarios = (bytes: Uint8Array): readonly SheetScenario[] =>
  (JSON.parse(new TextDecoder().decode(bytes)) as { readonly scenarios: readonly SheetScenario[] }).scenarios;

/** Checks a document against the content that follows from it. @throws InputError if none has been read */
export async function verifyRunDocument(
  document: RunFile | null,
  recording: Recording | null,
  run: Run,
  { progress, signal }: { readonly progress: Progress | null; readonly signal: AbortSignal },
): Promise<Verdict> {
  if (recording === null || document === null) throw new InputError('no run document is open');
  const breath = createTimeSlicer();
  const rest = async (part: number) => {
    if (await breath()) progress?.(part, 'Checking every section');
  };
  return verifyRunFile(document, recording, run, { rest, signal });
}

/** Asks servers whether they answer. @param tests a later one ends the one before */
export function testServers(oracle: RemoteSetup, key: string | null, tests: OneAtATime) {
  checkOracleSetup(oracle);
  tests.end(new InputError('another test was started meanwhile'));
  return probeModelServers(oracle, key, createSystemEnvironment(), tests.begin());
}
