import type { Tick } from '../engine/core/indices.ts';
import { ENGINE_VERSION } from '../engine/core/version.ts';
import type { Files, NamedFile } from '../engine/files/namedFile.ts';
import type { OracleSetup } from '../engine/oracle/oracleSetup.ts';
import type { Run } from '../engine/run/run.ts';
import type { Change, Setup } from '../engine/setup/config.ts';
import { type Chain, encodeStoredRecord, NO_RECORDS } from './records.ts';
import type { SavedHead, SavedTick } from './savedRun.ts';
import type { SegmentFolder, SegmentWriter } from './segmentFolder.ts';

/** Extent of a saved run. */
export interface SavingState {
  /** The last tick that survives the death of whatever plays it. */
  readonly tick: Tick;
  /** Bytes on the disk. */
  readonly bytes: number;
  /** The reason for not being saved up to its head, in words; null if it is. */
  readonly problem: string | null;
}

/** A run that is kept, and who decides in it. */
interface RunToKeep {
  readonly run: Run;
  readonly setup: Setup;
  readonly files: Files;
  /** The document that it repeats; absent: it is not a replay. */
  readonly recording?: NamedFile | null;
  spent(): SavedTick['spent'] | null;
}

/** Content that a folder already has. */
export interface Continuation {
  readonly chain: Chain;
  /** The last tick of the continued run; null: it is written from its beginning. */
  readonly tick: Tick | null;
  readonly bytes: number;
  /** Its changes as they are written there; absent: as in the set-up. */
  readonly changes?: readonly Change[];
}

/**
 * Keeps a run in a folder, tick by tick: what cannot be computed again. What could not be written stays due, and is written
 * into a segment of its own with the next call.
 */
export class RunKeeper {
  readonly #folder: SegmentFolder;
  readonly #keeping: RunToKeep;
  #writer: SegmentWriter | null = null;
  #chain: Chain;
  #bytes: number;
  /** The last tick of which everything is written. */
  #tick: Tick;
  #hasBegun: boolean;
  /** As they are written, in JSON. */
  #changes: string;
  #record = '';
  #oracle: OracleSetup;
  #writtenOracle: OracleSetup;
  #problem: string | null = null;

  /** @param from null for an empty folder */
  constructor(folder: SegmentFolder, keeping: RunToKeep, from: Continuation | null) {
    this.#folder = folder;
    this.#keeping = keeping;
    this.#chain = from?.chain ?? NO_RECORDS;
    this.#bytes = from?.bytes ?? 0;
    this.#hasBegun = from !== null && from.tick !== null;
    this.#tick = from?.tick ?? 0;
    this.#changes = JSON.stringify(from?.changes ?? keeping.setup.changes);
    this.#oracle = keeping.setup.oracle;
    this.#writtenOracle = this.#oracle;
  }

  get kept(): SavingState {
    return { tick: this.#tick, bytes: this.#bytes, problem: this.#problem };
  }

  /** Another oracle, or other limits, from the next tick on. */
  decideBy(oracle: OracleSetup): void {
    this.#oracle = oracle;
  }

  /** Writes everything that has happened since. @returns the saved extent; a full disk is reported, not thrown */
  async write(): Promise<SavingState> {
    try {
      this.#writer ??= await this.#folder.begin();
      this.#writeDue();
      this.#problem = null;
    } catch (error) {
      this.close();
      this.#problem = error instanceof Error ? error.message : String(error);
    }
    return this.kept;
  }

  close(): void {
    this.#writer?.close();
    this.#writer = null;
  }

  /** Each record counts as written with its tick alone: what a dying disk took of the rest is not referred to again. */
  #writeDue(): void {
    if (!this.#hasBegun) this.#begin();
    this.#writeSettings();
    const { journal, tick: head, hash } = this.#keeping.run;
    for (let tick = this.#tick + 1; tick <= head; tick++) {
      const entry = journal.entryAt(tick);
      const isHandedOver = journal.isHandedOver(tick);
      if (entry === null && !isHandedOver && tick < head) continue;
      const record = entry?.record && JSON.stringify(entry.record);
      const spent = tick === head ? this.#keeping.spent() : null;
      this.#put({
        kind: 'tick',
        tick,
        hash: tick === head ? hash : '',
        ...(entry && { answers: entry.answers }),
        ...(record && record !== this.#record && { record: entry.record }),
        ...(isHandedOver && { isHandedOver }),
        ...(spent && { spent }),
      } satisfies SavedTick);
      if (record) this.#record = record;
      this.#tick = tick;
    }
  }

  #begin(): void {
    const { setup, files, recording } = this.#keeping;
    this.#put({ kind: 'run', version: 1, engine: ENGINE_VERSION, setup });
    for (const [input, given] of Object.entries(files))
      for (const { name, bytes, previous } of given ?? []) {
        this.#put({ kind: 'file', input, name }, bytes);
        if (previous) this.#put({ kind: 'file', input, name, isPrevious: true }, previous);
      }
    if (recording) this.#put({ kind: 'recording', name: recording.name }, recording.bytes);
    this.#put({ kind: 'begun' });
    this.#hasBegun = true;
    this.#changes = JSON.stringify(setup.changes);
  }

  #writeSettings(): void {
    const { changes } = this.#keeping.run.config;
    const text = JSON.stringify(changes);
    if (text !== this.#changes) this.#put({ kind: 'changes', changes });
    this.#changes = text;
    if (this.#oracle !== this.#writtenOracle) this.#put({ kind: 'oracle', oracle: this.#oracle });
    this.#writtenOracle = this.#oracle;
  }

  #put(head: SavedHead, body?: Uint8Array): void {
    const { bytes, chain } = encodeStoredRecord(head, body, this.#chain);
    this.#writer?.append(bytes);
    this.#chain = chain;
    this.#bytes += bytes.length;
  }
}
