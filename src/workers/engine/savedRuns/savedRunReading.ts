import { addLegacyRules } from '../../../engine/models/addLegacyRules.ts';
import type { Oracle } from '../../../engine/oracle/oracle.ts';
import type { Run } from '../../../engine/run/run.ts';
import { OpfsFolder } from '../../../storage/opfsFolder.ts';
import {
  buildSavedJournal,
  findLastOracleRecord,
  getLastSavedTick,
  handOverToOracle,
  hasMixedOracles,
  restoreSavedRun,
} from '../../../storage/restoreSavedRun.ts';
import type { Continuation } from '../../../storage/runKeeper.ts';
import { assembleSavedRun, type StoredRun } from '../../../storage/savedRun.ts';
import { readSegmentFolder } from '../../../storage/segmentFolder.ts';
import type { Progress, SavedRunFacts } from '../../protocol/api.ts';
import { createTimeSlicer } from '../../shared/pace.ts';
import { loadLanguageModels } from '../late/loadLanguageModels.ts';
import type { Bring } from '../opened.ts';

/** Content of a folder for the run before it was opened in another way. */
export async function findContinuation(id: string): Promise<Continuation | null> {
  const { chain, bytes } = await readSegmentFolder(new OpfsFolder(id));
  return bytes === 0 ? null : { chain, tick: null, bytes };
}

/** True if a folder holds a run with played rounds. */
export const hasPlayedRounds = (id: string): Promise<boolean> =>
  readSavedRun(id).then(
    ({ kept }) => kept.ticks.length > 0,
    () => false,
  );

/** A saved run, and the place to continue writing it. @throws if it cannot be read */
export async function readSavedRun(
  id: string,
): Promise<{ readonly kept: StoredRun; readonly from: Continuation }> {
  const { records, damage, chain, bytes } = await readSegmentFolder(new OpfsFolder(id));
  const found = assembleSavedRun(records, damage);
  const kept = { ...found, setup: await addLegacyRules(found.setup, found.engine) };
  return { kept, from: { chain, tick: getLastSavedTick(kept), bytes, changes: kept.setup.changes } };
}

/** A saved run to play next to the open one: by its answers and, if there are none, by the policy. */
export async function createSavedRunSource(id: string) {
  const { kept } = await readSavedRun(id);
  const { setup, files, tick } = collectSavedRunFacts(kept);
  const journal = buildSavedJournal(kept.ticks);
  const oracleOf = async (run: Run): Promise<Oracle> => ({
    name: 'kept',
    ask: (questions, signal) =>
      (journal.oracleOf(questions[0]?.tick ?? 0) ?? run.policy).ask(questions, signal),
  });
  const hash = kept.ticks.at(-1)?.hash ?? '';
  const recorded = hash === '' ? null : { hash, hashRule: 'today' as const };
  const isByPolicy = !kept.ticks.some(({ answers }) => answers !== undefined);
  return { setup, files, rounds: tick, recorded, oracleOf, isEndless: isByPolicy };
}

/** Facts about a saved run before it is opened. */
export const collectSavedRunFacts = (kept: StoredRun): SavedRunFacts => {
  const { setup, files, recording, damage } = kept;
  return { setup, files, recording, tick: getLastSavedTick(kept), isMixed: hasMixedOracles(kept), damage };
};

/** Plays a saved run to its last round, and has its language model continue from there. */
export function createRunRestorer(kept: StoredRun, progress: Progress | null): Bring {
  return async (run, { model }, { isWanted }) => {
    const rest = createTimeSlicer();
    await restoreSavedRun(run, kept, {
      before: isWanted,
      after: async () => {
        if (await rest()) progress?.(run.tick / getLastSavedTick(kept), 'Playing it again');
      },
    });
    const isOther = handOverToOracle(run, kept.setup.oracle);
    const record = findLastOracleRecord(kept);
    if (model === null || record === null || isOther) return;
    const { findRecordedLimits } = await loadLanguageModels();
    model.resume(
      { rounds: getLastSavedTick(kept), oracle: record, limits: findRecordedLimits(record) },
      sumSpentUsage(kept),
    );
  };
}

const sumSpentUsage = ({ ticks }: StoredRun) =>
  ticks.findLast(({ spent }) => spent !== undefined)?.spent ?? { calls: 0, tokens: 0 };
