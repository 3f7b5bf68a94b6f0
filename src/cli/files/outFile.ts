import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync, rmSync, type Stats } from 'node:fs';
import {
  access,
  constants,
  type FileHandle,
  lstat,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { hostname, constants as system } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError } from '../../engine/core/errors.ts';
import { doBeforeEnd } from '../output/interrupt.ts';
import { OutputClosed, takeStandardOutput, writeStandardOutput } from '../output/standardOutput.ts';

/** Bytes that are copied at a time. */
const COPIED = 1 << 20;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Name of standard input and output. */
export const STANDARD_STREAM = '-';

/**
 * A file that appears whole or not at all: it is written under a temporary name and renamed. A signal in the meantime
 * removes the temporary file and ends the process with 128 + its number. Devices and pipes are written to directly.
 */
export class OutFile {
  readonly #path: string;
  /** Null for standard output. */
  #file: FileHandle | null;
  /** True once nobody reads standard output any more. */
  #isUnread = false;
  /** The part file and its final place; null for a device or a pipe. */
  readonly #move: PendingRename | null;

  private constructor(path: string, file: FileHandle | null, move: PendingRename | null) {
    this.#path = path;
    this.#file = file;
    this.#move = move;
  }

  /**
   * @param endsOnSignal false when the caller handles signals, and then writes or discards.
   * @throws InputError when the path cannot be written.
   */
  static async open(path: string, endsOnSignal = true): Promise<OutFile> {
    if (path === STANDARD_STREAM) {
      takeStandardOutput();
      return new OutFile(path, null, null);
    }
    let move: PendingRename | null = null;
    try {
      const there = await statOrNull(path);
      if (there !== null && !there.isFile()) return new OutFile(path, await open(path, 'w'), null);
      const target = await resolveSymbolicLinks(path);
      if (there !== null) await access(target, constants.W_OK);
      const part = createPartFileName(target);
      await removeStaleParts(target);
      // Signals are caught before there is anything that one would leave behind.
      move = { part, target, unhook: endsOnSignal ? removePartOnSignals(part) : () => {} };
      const file = await open(part, 'wx+');
      OPEN_PART_FILES.add(part);
      if (there !== null) await file.chmod(there.mode & 0o7777).catch(() => undefined);
      return new OutFile(path, file, move);
    } catch (error) {
      move?.unhook();
      throw toWriteError(path, error);
    }
  }

  /** Adds a piece to the file that `write` moves into place; leaves nothing behind on failure. */
  async add(piece: string | Uint8Array): Promise<void> {
    try {
      await this.#append(piece);
    } catch (error) {
      await this.discard();
      throw toWriteError(this.#path, error);
    }
  }

  /** Writes everything and moves the file into place; leaves nothing behind on failure. */
  async write(pieces: Iterable<string>): Promise<void> {
    try {
      for (const piece of pieces) await this.#append(piece);
      // On the disk before it takes its place: else a power cut could leave an empty file there.
      if (this.#move !== null && this.#file !== null) {
        this.#file = await this.#keep(this.#move.part, this.#file);
        await this.#file.sync();
      }
      await this.#file?.close();
      if (this.#move !== null) await this.#moveIntoPlace(this.#move);
    } catch (error) {
      await this.discard();
      throw toWriteError(this.#path, error);
    }
    this.#move?.unhook();
  }

  async #append(piece: string | Uint8Array): Promise<void> {
    if (this.#file !== null) return this.#file.appendFile(piece);
    if (this.#isUnread) return;
    await writeStandardOutput(piece).catch(error => {
      // Its reader has read enough; other files are written all the same.
      if (!(error instanceof OutputClosed)) throw error;
      this.#isUnread = true;
    });
  }

  /** Writes the temporary file again if somebody has removed it: the open file is still readable. */
  async #keep(part: string, lost: FileHandle): Promise<FileHandle> {
    if ((await statOrNull(part)) !== null) return lost;
    const file = await open(part, 'wx+');
    await file.chmod((await lost.stat()).mode & 0o7777).catch(() => undefined);
    const buffer = new Uint8Array(COPIED);
    for (let at = 0; ; ) {
      const { bytesRead } = await lost.read(buffer, 0, COPIED, at);
      if (bytesRead === 0) break;
      await file.appendFile(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    await lost.close();
    return file;
  }

  async #moveIntoPlace({ part, target }: PendingRename): Promise<void> {
    await rename(part, target).catch(async error => {
      if ((await statOrNull(part)) !== null || (await statOrNull(dirname(part))) === null) throw error;
      throw new InputError(`cannot write ${target}: its part file ${basename(part)} was removed meanwhile`);
    });
    OPEN_PART_FILES.delete(part);
    await syncFolderNames(dirname(target));
  }

  /** Leaves everything as it was before. */
  async discard(): Promise<void> {
    await this.#file?.close().catch(() => undefined);
    if (this.#move === null) return;
    await rm(this.#move.part, { force: true }).catch(() => undefined);
    OPEN_PART_FILES.delete(this.#move.part);
    this.#move.unhook();
  }
}

interface PendingRename {
  readonly part: string;
  readonly target: string;
  /** Leaves signals to others again. */
  unhook(): void;
}

/** A signal removes the part and ends the process, until the function that is returned is called. */
function removePartOnSignals(part: string): () => void {
  const end = (signal: NodeJS.Signals): void => {
    rmSync(part, { force: true });
    process.exit(128 + system.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}

/** Status of the path's target behind symbolic links; null for nothing. */
async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The path after all symbolic links, even if the last one points to nothing yet. */
async function resolveSymbolicLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const link = await lstat(path).catch(() => null);
    return link?.isSymbolicLink() ? resolveSymbolicLinks(resolve(dirname(path), await readlink(path))) : path;
  }
}

/** Error for a path that cannot be written, which the user must mend; a full disk is a different error. */
export function toWriteError(path: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  const room: Record<string, string> = {
    ENOSPC: 'no space is left there',
    EDQUOT: 'its owner has no space left there',
    EFBIG: 'it is larger than a file may be there',
    EIO: 'the disk fails',
  };
  if (code !== undefined && code in room)
    return new Error(`cannot write ${path}: ${room[code]}`, { cause: error });
  const words: Record<string, string> = {
    ENOENT: 'its folder does not exist',
    ENOTDIR: 'its folder is a file',
    EISDIR: 'it is a folder',
    EACCES: 'permission denied',
    EROFS: 'the file system is read-only',
  };
  return code !== undefined && code in words ? new InputError(`cannot write ${path}: ${words[code]}`) : error;
}

/** Part files of this process. */
const OPEN_PART_FILES = new Set<string>();
doBeforeEnd(() => {
  for (const part of OPEN_PART_FILES) rmSync(part, { force: true });
});

/** Milliseconds for which nobody's part file is removed, whatever is known of its process. */
const YOUNG = 60_000;

/** Identifies the namespace of process numbers: a computer, or a container on it. */
const PLACE = createHash('sha256').update(`${hostname()} ${getProcessNamespace()}`).digest('hex').slice(0, 8);

/** Name of a new part file of this process for a target: `.run.json.0a1b2c3d.1234.9f8e7d6c.part`. */
const createPartFileName = (target: string): string =>
  join(
    dirname(target),
    `.${basename(target)}.${PLACE}.${process.pid}.${randomBytes(4).toString('hex')}.part`,
  );

/**
 * Removes the leftovers of processes of this computer that ended while they wrote a file. Processes elsewhere may still
 * be writing.
 */
async function removeStaleParts(target: string): Promise<void> {
  const folder = dirname(target);
  const names: readonly string[] = await readdir(folder).catch(() => []);
  for (const name of names) {
    const [, of, place, pid] = /^\.(.+)\.([0-9a-f]{8})\.(\d+)\.[0-9a-f]{8}\.part$/.exec(name) ?? [];
    if (of !== basename(target) || place !== PLACE) continue;
    const path = join(folder, name);
    if (!OPEN_PART_FILES.has(path) && (await isStalePart(path, Number(pid)).catch(() => false)))
      await rm(path, { force: true }).catch(() => undefined);
  }
}

/**
 * True if a temporary file is old and its process over; one with this process's number may belong to an earlier
 * process.
 */
async function isStalePart(path: string, pid: number): Promise<boolean> {
  const age = Date.now() - (await stat(path)).mtimeMs;
  if (age < YOUNG) return false;
  return pid === process.pid ? age > process.uptime() * 1000 + YOUNG : !isProcessRunning(pid);
}

/** Name of the namespace of process numbers, if the system gives it. */
function getProcessNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Brings a folder's names onto the disk; some file systems know no such thing. */
async function syncFolderNames(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
