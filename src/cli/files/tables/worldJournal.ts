import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { InputError } from '../../../engine/core/errors.ts';
import * as z from '../../../engine/core/zod.ts';
import type { DataRows } from '../../../engine/model/dataTable.ts';
import type { World } from '../../../engine/worlds/worldCourse.ts';
import { acquireFolderLock } from '../acquireFolderLock.ts';
import { toWriteError } from '../outFile.ts';
import type { WorldRows } from './tablesOrder.ts';

/** A finished world with the rows of its tables. */
export interface JournalWorld extends World {
  readonly tables: readonly WorldRows[];
}

/** Bytes that are read at a time to find where the last line ends. */
const READ_AT_ONCE = 1 << 16;
const LINE_FEED = 10;

/** A line. Rows are not looked into: they are many, and no other program writes them. */
const LINE = z.object({
  ...{ arm: z.int(), world: z.int(), seed: z.int(), rounds: z.int() },
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  outcomes: z.array(z.nullable(z.number())),
  growing: z.array(z.boolean()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.custom<DataRows>(rows => Array.isArray(rows)),
    }),
  ),
});

/**
 * A folder of the finished worlds of a command, a line of JSON each, from which the same command goes on however it ended: a line
 * is on the disk once `add` has resolved, except after a power cut.
 */
export class WorldJournal {
  /** Number of its worlds. */
  count = 0;

  private constructor(
    private readonly folder: string,
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly release: () => void,
  ) {}

  /**
   * Opens a journal, or begins one; a last line that was cut off is removed.
   * @throws InputError for a folder that cannot be written, or that another process writes
   */
  static async open(folder: string): Promise<WorldJournal> {
    const path = join(folder, 'worlds.ndjson');
    let release = () => {};
    try {
      release = acquireFolderLock(folder);
      const file = await open(path, 'a+');
      await file.truncate(await findLastLineEnd(file));
      return new WorldJournal(folder, path, file, release);
    } catch (error) {
      release();
      throw toWriteError(path, error);
    }
  }

  /** The worlds of an earlier command, in the order in which they were finished. @throws InputError for a line of none */
  async *read(): AsyncGenerator<JournalWorld> {
    let number = 0;
    for await (const line of createInterface({ input: createReadStream(this.path, 'utf8') })) {
      number++;
      const world = LINE.safeParse(parseJson(line));
      if (!world.success)
        throw new InputError(
          `line ${number} of ${this.path} holds no world: remove ${this.folder} to play all again`,
        );
      this.count++;
      yield { ...world.data, course: null, trace: null };
    }
  }

  /** Adds finished worlds. @throws InputError if they cannot be written */
  async add(worlds: readonly JournalWorld[]): Promise<void> {
    const lines = worlds.map(({ course: _, trace: __, ...world }) => `${JSON.stringify(world)}\n`);
    await this.file.appendFile(lines.join('')).catch(error => {
      throw toWriteError(this.path, error);
    });
    this.count += worlds.length;
  }

  /** Ends writing; nothing is left of an empty journal. */
  async close(): Promise<void> {
    if ((await this.file.stat()).size === 0) return this.remove();
    await this.file.sync().catch(() => undefined);
    await this.file.close();
    this.release();
  }

  /** Removes the journal with all of its worlds. */
  async remove(): Promise<void> {
    await this.file.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Where the last whole line of a file ends, in bytes. */
async function findLastLineEnd(file: FileHandle): Promise<number> {
  const buffer = new Uint8Array(READ_AT_ONCE);
  for (let end = (await file.stat()).size; end > 0; ) {
    const start = Math.max(0, end - READ_AT_ONCE);
    const { bytesRead } = await file.read(buffer, 0, end - start, start);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(LINE_FEED);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
