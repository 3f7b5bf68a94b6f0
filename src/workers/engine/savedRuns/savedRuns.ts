import { InputError } from '../../../engine/core/errors.ts';
import { findOversizedFile, MAX_HELD_INPUT_BYTES } from '../../../engine/files/pieces.ts';
import type { OracleSetup } from '../../../engine/oracle/oracleSetup.ts';
import { listSavedRunIds, OpfsFolder } from '../../../storage/opfsFolder.ts';
import { decodeStoredRecords, encodeStoredRecord } from '../../../storage/records.ts';
import { type Continuation, RunKeeper, type SavingState } from '../../../storage/runKeeper.ts';
import { assembleSavedRun } from '../../../storage/savedRun.ts';
import { readSegmentFolder } from '../../../storage/segmentFolder.ts';
import type {
  KeepCommands,
  NamedFile,
  Progress,
  RunFile,
  RunInfo,
  SavedRunFacts,
} from '../../protocol/api.ts';
import type { Bring, Opened, OpenSession } from '../opened.ts';
import {
  collectSavedRunFacts,
  createRunRestorer,
  findContinuation,
  hasPlayedRounds,
  readSavedRun,
} from './savedRunReading.ts';

/** Milliseconds between two writes of a run that plays by the policy; a language model's answers are written at once. */
const WRITE_INTERVAL_MS = 500;
/** Milliseconds until what could not be written is tried again. */
const WRITE_RETRY_MS = 5000;

const DAY = 24 * 3600 * 1000;
/** Most bytes of a replayed document of which a copy is kept unasked. */
const MAX_UNASKED_BYTES = MAX_HELD_INPUT_BYTES;

const getRunLockName = (id: string): string => `statescope-run-${id}`;

/** Parts of the session that saved runs use. */
interface SavedRunsParts {
  opened(): Opened;
  /** The present decider of the open run. */
  oracle(): OracleSetup;
  /** The run document that was read last. */
  recording(): RunFile | null;
  open(facts: SavedRunFacts, progress: Progress | null, bring: Bring): Promise<RunInfo>;
}

/** A run that is to be kept. */
interface ToKeep {
  readonly id: string;
  readonly tell: (kept: SavingState) => void;
  readonly opened: Opened;
  /** Existing content of its folder; null if it is yet unknown. */
  readonly from: Continuation | null;
  readonly recording: NamedFile | null;
}

/** The open run, while it is kept. */
interface Current {
  readonly id: string;
  readonly opened: Opened;
  readonly keeper: RunKeeper;
  readonly tell: (kept: SavingState) => void;
  readonly letGo: () => void;
}

/** Keeps the open run as it plays, and brings kept ones back. One writer a run, over all tabs. */
export class SavedRuns implements KeepCommands {
  readonly #parts: SavedRunsParts;
  #current: Current | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #writing: Promise<unknown> = Promise.resolve();
  #keeping: Promise<unknown> = Promise.resolve();
  #wrote = 0;

  constructor(parts: SavedRunsParts) {
    this.#parts = parts;
  }

  /** Called when something has happened in the open run, or another one is open. */
  changed(): void {
    const current = this.#current;
    if (current === null) return;
    if (this.#parts.opened().run !== current.opened.run) {
      this.#current = null;
      void this.#write(current).then(() => this.#end(current));
      return;
    }
    const { problem } = current.keeper.kept;
    const pause = problem === null ? (current.opened.deciding.model ? 0 : WRITE_INTERVAL_MS) : WRITE_RETRY_MS;
    const due = this.#wrote + pause - performance.now();
    if (due <= 0) void this.#write(current);
    else this.#timer ??= setTimeout(() => this.#write(current), due);
  }

  /** Notes that another oracle decides from now on, or under other limits. */
  decided(): void {
    if (this.#current === null) return;
    // Its deciding part has been replaced with the oracle.
    this.#current = { ...this.#current, opened: this.#parts.opened() };
    this.#current.keeper.decideBy(this.#parts.oracle());
    void this.#write(this.#current);
  }

  async keep(id: string, tell: (kept: SavingState) => void, isAsked = false): Promise<void> {
    const opened = this.#parts.opened();
    const large = findOversizedFile(opened.loaded.files);
    if (large !== undefined)
      throw new InputError(
        `${large.name} is larger than the ${MAX_HELD_INPUT_BYTES / 1e6} MB of files that are saved`,
      );
    const isReplay = opened.loaded.setup.oracle.kind === 'replay';
    const recording = isReplay ? await copyRunDocument(this.#parts.recording(), isAsked) : null;
    await this.#keep({ id, tell, opened, from: null, recording });
  }

  async keptNow(): Promise<SavingState> {
    const current = this.#current;
    if (current === null) throw new InputError('nothing of it is saved');
    await this.#write(current);
    return current.keeper.kept;
  }

  async keptFacts(id: string): Promise<SavedRunFacts> {
    return collectSavedRunFacts((await readSavedRun(id)).kept);
  }

  async bringBack(
    id: string,
    tell: (kept: SavingState) => void,
    progress: Progress | null,
  ): Promise<RunInfo> {
    if (this.#current?.id === id) throw new InputError('this run is on the screen');
    const letGo = await acquireExclusiveLock(getRunLockName(id));
    if (letGo === null) throw new InputError('this run is open in another tab');
    try {
      const { kept, from } = await readSavedRun(id);
      const info = await this.#parts.open(
        collectSavedRunFacts(kept),
        progress,
        createRunRestorer(kept, progress),
      );
      await this.#keep({ id, tell, opened: this.#parts.opened(), from, recording: null }, letGo);
      return info;
    } catch (error) {
      letGo();
      throw error;
    }
  }

  async keptFile(id: string): Promise<Uint8Array> {
    const { records } = await readSegmentFolder(new OpfsFolder(id));
    let chain: Uint8Array | undefined;
    const parts = records.map(({ head, body }) => {
      const written = encodeStoredRecord(head, body, chain);
      chain = written.chain;
      return written.bytes;
    });
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }

  async takeKept(id: string, { name, bytes }: NamedFile): Promise<SavedRunFacts> {
    const { records, damage } = decodeStoredRecords([bytes]);
    let facts: SavedRunFacts;
    try {
      facts = collectSavedRunFacts(assembleSavedRun(records, damage));
    } catch (error) {
      throw new InputError(`${name} is not a saved run: ${error instanceof Error ? error.message : error}`);
    }
    const writer = await new OpfsFolder(id).begin();
    writer.append(bytes);
    writer.close();
    return facts;
  }

  async forgetKept(id: string): Promise<void> {
    if (this.#current?.id === id) throw new InputError('this run is on the screen');
    const letGo = await acquireExclusiveLock(getRunLockName(id), 200);
    if (letGo === null) throw new InputError('this run is open in another tab');
    await new OpfsFolder(id).remove().finally(letGo);
  }

  async sweepKept(known: readonly string[]): Promise<readonly string[]> {
    const swept: string[] = [];
    for (const id of await listSavedRunIds()) {
      // Ids begin with the time. A tab that is being reloaded has no lock for a moment, and a row may still come.
      const isOld = Date.now() - Number.parseInt(id, 10) > DAY;
      if (known.includes(id) || !isOld) continue;
      // A list that the browser has lost takes no run with it.
      if (await hasPlayedRounds(id)) continue;
      const letGo = await acquireExclusiveLock(getRunLockName(id), 200);
      if (letGo === null) continue;
      await new OpfsFolder(id).remove().finally(letGo);
      swept.push(id);
    }
    return swept;
  }

  /** One after the other: a run that is kept by itself and at the user's wish has one lock. */
  #keep(toKeep: ToKeep, held?: () => void): Promise<void> {
    const kept = this.#keeping.then(() => this.#begin(toKeep, held));
    this.#keeping = kept.catch(() => undefined);
    return kept;
  }

  async #begin(toKeep: ToKeep, held?: () => void): Promise<void> {
    const before = this.#current;
    this.#current = null;
    if (before) await this.#write(before).then(() => this.#end(before));
    const letGo = held ?? (await acquireExclusiveLock(getRunLockName(toKeep.id)));
    if (letGo === null) throw new InputError('this run is open in another tab');
    try {
      this.#current = await this.#keptFrom(toKeep, letGo);
    } catch (error) {
      letGo();
      throw error;
    }
    await this.#write(this.#current);
  }

  async #keptFrom({ id, tell, opened, from, recording }: ToKeep, letGo: () => void): Promise<Current> {
    const { run, loaded: made } = opened;
    const keeping = {
      run,
      setup: made.setup,
      files: made.files,
      recording,
      spent: () => this.#current?.opened.deciding.model?.report().spent ?? null,
    };
    const keeper = new RunKeeper(new OpfsFolder(id), keeping, from ?? (await findContinuation(id)));
    keeper.decideBy(this.#parts.oracle());
    return { id, opened, keeper, tell, letGo };
  }

  #end({ keeper, letGo }: Current): void {
    keeper.close();
    letGo();
  }

  #write(current: Current): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#wrote = performance.now();
    const written = this.#writing.then(async () => {
      const kept = await current.keeper.write();
      if (this.#current === current) current.tell(kept);
    });
    this.#writing = written.catch(() => undefined);
    return written;
  }
}

/**
 * The bytes of a document that a replay repeats.
 * @throws InputError if a copy would take much room, and the user has not confirmed it
 */
async function copyRunDocument(file: RunFile | null, isAsked: boolean): Promise<NamedFile> {
  if (file === null) throw new InputError('its document is no longer there');
  const size = 'blob' in file ? file.blob.size : file.bytes.length;
  if (size > MAX_UNASKED_BYTES && !isAsked)
    throw new InputError(`${file.name} is its copy, and larger than ${MAX_UNASKED_BYTES / 1e6} MB`);
  if (!('blob' in file)) return file;
  return { name: file.name, bytes: new Uint8Array(await file.blob.arrayBuffer()) };
}

/** Keeps the runs of a session. @param oracle who decides in the open one now */
export const createSavedRuns = (session: OpenSession, oracle: SavedRunsParts['oracle']): SavedRuns =>
  new SavedRuns({
    opened: () => session.room.opened(),
    oracle,
    recording: session.recording,
    open: ({ setup, files }, progress, bring) => session.openAt(setup, files, progress, bring),
  });

/** Milliseconds that another holder is given to let go: a page that is being reloaded takes a moment to die. */
const LOCK_DEADLINE_MS = 3000;

/**
 * Takes a lock that no other page or worker of this browser has.
 * @returns a function that releases it; null if another one holds it
 */
async function acquireExclusiveLock(name: string, patience = LOCK_DEADLINE_MS): Promise<(() => void) | null> {
  // Without locks, an exclusive file is the only way.
  if (navigator.locks === undefined) return () => undefined;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), patience);
  return new Promise(resolve => {
    const hold = () =>
      new Promise<void>(letGo => {
        clearTimeout(timer);
        resolve(() => letGo());
      });
    navigator.locks.request(name, { signal: controller.signal }, hold).catch(() => resolve(null));
  });
}
