import { InputError } from '../../engine/core/errors.ts';
import type { Tick } from '../../engine/core/indices.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import { findOversizedFile, MAX_HELD_INPUT_BYTES } from '../../engine/files/pieces.ts';
import { sortObjectKeys } from '../../engine/files/textFile.ts';
import { addLegacyRules } from '../../engine/models/addLegacyRules.ts';
import type { Oracle } from '../../engine/oracle/oracle.ts';
import { playRunTicks } from '../../engine/run/playRunTicks.ts';
import type { Run } from '../../engine/run/run.ts';
import type { Change, Setup } from '../../engine/setup/config.ts';
import { ModelOracle } from '../../oracles/model/modelOracle.ts';
import { findRecordedLimits } from '../../oracles/recording/buildModelRecord.ts';
import { FileFolder } from '../../storage/fileFolder.ts';
import {
  findLastOracleRecord,
  getLastSavedTick,
  handOverToOracle,
  restoreSavedRun,
} from '../../storage/restoreSavedRun.ts';
import { RunKeeper } from '../../storage/runKeeper.ts';
import { assembleSavedRun, hasStartRecords, type StoredRun } from '../../storage/savedRun.ts';
import { readSegmentFolder } from '../../storage/segmentFolder.ts';
import { acquireFolderLock } from './acquireFolderLock.ts';

/** Milliseconds between two writes of a run that the policy decides: its ticks can be played again. */
const SAVE_INTERVAL_MS = 500;

interface FolderOptions {
  readonly path: string;
  readonly run: Run;
  readonly setup: Setup;
  readonly files: Files;
  readonly oracle: Oracle;
  say(line: string): void;
}

/** The folder in which a run is kept round by round; what a language model answered is on the disk before the next round. */
export class RetainedFolder {
  #wrote = performance.now();
  #isTold = false;
  #isClosed = false;

  private constructor(
    private readonly parts: FolderOptions,
    private readonly keeper: RunKeeper,
    private readonly unlock: () => void,
  ) {}

  /**
   * Continues the run that the folder holds; in a new folder, begins one.
   * @throws InputError if it holds another run, or another process writes to it
   */
  static async open(parts: FolderOptions): Promise<RetainedFolder> {
    const { path, run, setup, files, oracle } = parts;
    const large = findOversizedFile(files);
    if (large !== undefined)
      throw new InputError(
        `--keep: ${large.name} is larger than the ${MAX_HELD_INPUT_BYTES / 1e6} MB of files that are saved`,
      );
    const unlock = acquireFolderLock(path);
    try {
      const folder = new FileFolder(path);
      const { records, damage, chain, bytes } = await readSegmentFolder(folder);
      const keeping = { run, setup, files, spent: () => getOracleUsage(oracle) };
      const keeperFrom = (tick: Tick | null, changes: readonly Change[]) =>
        new RetainedFolder(parts, new RunKeeper(folder, keeping, { chain, tick, bytes, changes }), unlock);
      // One that broke off before its first tick holds nothing yet.
      if (!hasStartRecords(records)) return keeperFrom(null, setup.changes);
      const read = assembleSavedRun(records, damage);
      const kept = { ...read, setup: await addLegacyRules(read.setup, read.engine) };
      // A set-up without rules of its time follows those rules: the hash shows if they matter.
      checkSavedSetup(path, kept, await addLegacyRules(setup, read.engine));
      await continueSavedRun(parts, kept);
      return keeperFrom(getLastSavedTick(kept), kept.setup.changes);
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /** A round is over: keeps it if it is time. */
  async sealed(): Promise<void> {
    const isPaid = this.parts.oracle instanceof ModelOracle;
    if (isPaid || performance.now() - this.#wrote >= SAVE_INTERVAL_MS) await this.#write();
  }

  /** Keeps what is still to be kept, and lets others write. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#write();
    this.keeper.close();
    this.unlock();
  }

  async #write(): Promise<void> {
    this.#wrote = performance.now();
    const { problem } = await this.keeper.write();
    if (problem === null || this.#isTold) return;
    this.#isTold = true;
    const { path, say, run } = this.parts;
    say(`round ${run.rounds} could not be saved in ${path}: ${problem}; the run continues\n`);
  }
}

const getOracleUsage = (oracle: Oracle) => (oracle instanceof ModelOracle ? oracle.report().spent : null);

/** The decider may change from here on; everything else must be equal. */
function checkSavedSetup(path: string, { setup: kept }: StoredRun, setup: Setup): void {
  const names = new Set([...Object.keys(kept), ...Object.keys(setup)]) as Set<keyof Setup>;
  for (const name of ['oracle', 'changes'] as const) names.delete(name);
  const words = (value: unknown) => JSON.stringify(sortObjectKeys(value ?? null));
  for (const name of names)
    if (words(kept[name]) !== words(setup[name]))
      throw new InputError(
        `${path} holds a run with ${name} ${words(kept[name])}, not ${words(setup[name])}: name another folder, or the same set-up`,
      );
}

async function continueSavedRun(
  { path, run, setup, oracle, say }: FolderOptions,
  kept: StoredRun,
): Promise<void> {
  await playRunTicks(run, { oracle: run.policy, until: 0 });
  await restoreSavedRun(run, kept, { before: () => true, after: () => undefined }).catch(error => {
    throw error instanceof InputError ? new InputError(`${path}: ${error.message}`) : error;
  });
  say(`${path}: continues after round ${run.rounds}${kept.damage === null ? '' : ` (${kept.damage})`}\n`);
  const record = findLastOracleRecord(kept);
  const isOther = handOverToOracle(run, setup.oracle);
  if (record === null || isOther || !(oracle instanceof ModelOracle)) return;
  const spent = kept.ticks.findLast(tick => tick.spent !== undefined)?.spent ?? { calls: 0, tokens: 0 };
  oracle.resume(
    { rounds: getLastSavedTick(kept), oracle: record, limits: findRecordedLimits(record) },
    spent,
  );
}
