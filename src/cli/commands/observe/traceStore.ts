import { type FileHandle, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../../engine/core/errors.ts';
import { acquireFolderLock } from '../../files/acquireFolderLock.ts';
import { openPlainFile } from '../../files/openPlainFile.ts';

const TRACE_FILE_NAME = /^traces-(\d{6})\.jsonl$/;
const formatTraceFileName = (number: number): string => `traces-${String(number).padStart(6, '0')}.jsonl`;

/** Limits of the store in bytes. */
interface Bounds {
  /** A file of this size is closed, and another one begun. */
  readonly file: number;
  /** Beyond this the oldest files go. */
  readonly inAll: number;
}

/** A file of what was received. */
interface Segment {
  readonly path: string;
  /** Bytes of whole lines. */
  readonly bytes: number;
}

interface QueuedWrite {
  readonly text: string;
  done(): void;
  failed(error: unknown): void;
}

/** Received data, a line each, in append-only files; acknowledged data are on the disk. */
export class TraceStore {
  #segments: { path: string; bytes: number }[];
  #number: number;
  #file: FileHandle;
  readonly #unlock: () => void;
  #waiting: QueuedWrite[] = [];
  #writing: Promise<void> | null = null;
  /** When it was opened, milliseconds since 1970: what was received is counted from then. */
  readonly began = Date.now();
  /** When something came last, milliseconds since 1970; null if nothing has. */
  heardAt: number | null;
  /** Bytes of the files that have gone because there were more than are kept. */
  gone = 0;

  private constructor(
    private readonly folder: string,
    private readonly bounds: Bounds,
    opened: {
      readonly segments: { path: string; bytes: number }[];
      readonly number: number;
      readonly file: FileHandle;
      readonly heardAt: number | null;
      unlock(): void;
    },
  ) {
    this.heardAt = opened.heardAt;
    this.#segments = opened.segments;
    this.#number = opened.number;
    this.#file = opened.file;
    this.#unlock = opened.unlock;
  }

  /**
   * Continues the content of a folder; a line that was being written when the machine stopped was never acknowledged,
   * and goes. One process at a time.
   * @throws InputError
   */
  static async open(folder: string, bounds: Bounds): Promise<TraceStore> {
    let unlock: (() => void) | null = null;
    try {
      unlock = acquireFolderLock(folder);
      const numbers = (await readdir(folder))
        .flatMap(name => TRACE_FILE_NAME.exec(name)?.[1] ?? [])
        .map(Number);
      numbers.sort((a, b) => a - b);
      const number = numbers.at(-1) ?? 1;
      await truncateToLastLine(join(folder, formatTraceFileName(number)));
      const file = await openPlainFile(join(folder, formatTraceFileName(number)), 'append');
      const segments = await Promise.all(
        [...numbers.slice(0, -1), number].map(async one => {
          const path = join(folder, formatTraceFileName(one));
          const { size, mtimeMs } = await statPlainFile(path);
          return { path, bytes: size, writtenAt: size === 0 ? null : mtimeMs };
        }),
      );
      const heardAt = segments.findLast(({ writtenAt }) => writtenAt !== null)?.writtenAt ?? null;
      return new TraceStore(folder, bounds, { segments, number, file, heardAt, unlock });
    } catch (error) {
      unlock?.();
      if (error instanceof InputError) throw error;
      throw new InputError(`cannot keep traces in ${folder}: ${(error as Error).message}`);
    }
  }

  /** The files, the oldest first. */
  get segments(): readonly Segment[] {
    return this.#segments;
  }

  /** Bytes that are kept, in all. */
  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Bytes received in total: it grows with each line, even if old files are deleted. */
  get received(): number {
    return this.gone + this.bytes;
  }

  /** Resolves once the lines are on the disk. Rejects if they cannot be written. @param lines without ends */
  append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return Promise.resolve();
    return new Promise((done, failed) => {
      this.#waiting.push({ text: `${lines.join('\n')}\n`, done, failed });
      this.#writing ??= this.#writeAll();
    });
  }

  /** The last whole lines that are kept, at most so many bytes of them, the oldest first. */
  async readLastLines(bytes: number): Promise<readonly string[]> {
    const parts: string[] = [];
    let left = bytes;
    for (const { path, bytes: size } of this.#segments.toReversed()) {
      if (left <= 0) break;
      const file = await openPlainFile(path, 'read');
      const read = await file.readFile().finally(() => file.close());
      const text = read.subarray(Math.max(0, size - left), size).toString('utf8');
      // The first line may have lost its beginning.
      parts.unshift(size > left ? text.slice(text.indexOf('\n') + 1) : text);
      left -= size;
    }
    return parts
      .join('')
      .split('\n')
      .filter(line => line !== '');
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#file.close();
    this.#unlock();
  }

  /** Lines that come while the disk is at work share its next write. */
  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const now = this.#waiting.splice(0);
      try {
        await this.#write(now.map(({ text }) => text).join(''));
        for (const { done } of now) done();
      } catch (error) {
        for (const { failed } of now) failed(error);
      }
    }
    this.#writing = null;
  }

  async #write(text: string): Promise<void> {
    const last = this.#segments[this.#segments.length - 1];
    if (last.bytes > 0 && last.bytes >= this.bounds.file) await this.#turn();
    const segment = this.#segments[this.#segments.length - 1];
    const bytes = Buffer.from(text);
    try {
      await this.#file.appendFile(bytes);
      await this.#file.datasync();
    } catch (error) {
      // Half a line is not left before the next one.
      await this.#file.truncate(segment.bytes).catch(() => undefined);
      throw error;
    }
    if (!(await this.#isThere(segment.path))) await this.#beginAgain(segment.path);
    segment.bytes += bytes.length;
    this.heardAt = Date.now();
  }

  /** True if the open file is the one of its name: one that was removed takes what is written all the same, and nobody ever reads it. */
  async #isThere(path: string): Promise<boolean> {
    const [own, named] = await Promise.all([this.#file.stat(), stat(path).catch(() => null)]);
    return named !== null && named.ino === own.ino && named.dev === own.dev;
  }

  /** Lines that were kept are gone; later ones are kept if the folder is there. @throws Error that says so */
  async #beginAgain(path: string): Promise<never> {
    for (const segment of this.#segments) this.gone += segment.bytes;
    this.#segments = [{ path, bytes: 0 }];
    const file = await openPlainFile(path, 'append').catch(() => null);
    if (file !== null) {
      await this.#file.close();
      this.#file = file;
    }
    throw new Error(`${path} was removed while it was written`);
  }

  async #turn(): Promise<void> {
    const path = join(this.folder, formatTraceFileName(this.#number + 1));
    const file = await openPlainFile(path, 'append');
    this.#number++;
    await this.#file.close();
    this.#file = file;
    this.#segments.push({ path, bytes: 0 });
    while (this.#segments.length > 1 && this.bytes > this.bounds.inAll) {
      const [oldest] = this.#segments.splice(0, 1);
      this.gone += oldest.bytes;
      await rm(oldest.path, { force: true });
    }
  }
}

async function statPlainFile(path: string) {
  const file = await openPlainFile(path, 'read');
  return file.stat().finally(() => file.close());
}

/** Takes away what comes after the last end of a line. */
async function truncateToLastLine(path: string): Promise<void> {
  const file = await openPlainFile(path, 'change').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return;
  try {
    const { size } = await file.stat();
    const block = Buffer.alloc(65_536);
    for (let end = size; end > 0; ) {
      const from = Math.max(0, end - block.length);
      const { bytesRead } = await file.read(block, 0, end - from, from);
      const at = block.subarray(0, bytesRead).lastIndexOf(10);
      if (at >= 0) {
        if (from + at + 1 < size) await file.truncate(from + at + 1);
        return;
      }
      end = from;
    }
    await file.truncate(0);
  } finally {
    await file.close();
  }
}
