import { type FileHandle, open } from 'node:fs/promises';
import { InputError } from '../../engine/core/errors.ts';
import type { Tick } from '../../engine/core/indices.ts';
import { EventReader } from '../../engine/events/eventReader.ts';
import { writeEventLines, writeEventLogHeader } from '../../engine/events/writeEventLines.ts';
import type { Run } from '../../engine/run/run.ts';
import { toWriteError } from './outFile.ts';

/** The event log that is wanted of a run. */
export interface EventOrder {
  readonly path: string;
  readonly withPrompts: boolean;
}

/**
 * The event log of a run, written round by round in its place, so that a process that is ended at any moment leaves all
 * whole lines of the rounds before. An existing file must hold the same lines, and is continued.
 */
export class EventFile {
  /** The last tick whose events are written. */
  #written: Tick;
  /** Bytes that are written, or were found to be the same. */
  #length = 0;
  #problem: string | null = null;

  private constructor(
    private readonly order: EventOrder,
    private readonly run: Run,
    private readonly file: FileHandle,
    private readonly reader: EventReader,
    /** Bytes that were there before. */
    private readonly found: number,
  ) {
    this.#written = run.machine.past.start;
  }

  /** Writes the events of the run so far. @throws InputError if the file cannot be written, or has other content */
  static async open(order: EventOrder, run: Run): Promise<EventFile> {
    const file = await openReadWriteFile(order.path).catch(error => {
      throw toWriteError(order.path, error);
    });
    try {
      const there = await file.stat();
      const found = there.isFile() ? there.size : 0;
      const events = new EventFile(order, run, file, await EventReader.of(run), found);
      await events.#put(writeEventLogHeader(run, {}, order.withPrompts), 'its first line');
      const problem = await events.sealed();
      if (problem !== null) throw new InputError(problem);
      return events;
    } catch (error) {
      await file.close();
      throw toWriteError(order.path, error);
    }
  }

  /** Writes what has happened since the last time. @returns why that cannot be, or null */
  async sealed(): Promise<string | null> {
    try {
      if (this.#problem === null) await this.#writeOn();
    } catch (error) {
      const reason = (error as Error).message.split('\n')[0];
      this.#problem = error instanceof InputError ? reason : `cannot write ${this.order.path}: ${reason}`;
    }
    return this.#problem;
  }

  async close(): Promise<void> {
    await this.file.close().catch(() => undefined);
  }

  async #writeOn(): Promise<void> {
    const { reader, run, order } = this;
    for (const text of writeEventLines(reader, this.#written + 1, run.tick, {}, order.withPrompts)) {
      await this.#put(text, `what it says of round ${this.#written + 1}`);
      this.#written++;
    }
  }

  /** Writes whole lines behind all others; what is there of them already must be the same. */
  async #put(text: string, what: string): Promise<void> {
    const bytes = Buffer.from(text);
    const known = Math.max(0, Math.min(bytes.length, this.found - this.#length));
    const there = Buffer.alloc(known);
    if (known > 0) await this.file.read(there, 0, known, this.#length);
    if (!there.equals(bytes.subarray(0, known)))
      throw new InputError(
        `${this.order.path} exists and is not the event log of this run: ${what} differs. Name another file, or remove it`,
      );
    if (known < bytes.length) await this.file.appendFile(bytes.subarray(known));
    this.#length += bytes.length;
  }
}

/** Opens a file for reading and for writing behind its end; a device or a pipe for writing alone. */
async function openReadWriteFile(path: string): Promise<FileHandle> {
  const file = await open(path, 'a+');
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return open(path, 'a');
}
