import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DISK_FULL,
  formatSegmentName,
  parseSegmentNumber,
  type SegmentFolder,
  type SegmentWriter,
} from './segmentFolder.ts';

/** Segments as files of a folder. */
export class FileFolder implements SegmentFolder {
  constructor(private readonly path: string) {}

  async read(): Promise<readonly Uint8Array[]> {
    const numbers = await this.#numbers();
    return Promise.all(numbers.map(number => readFile(join(this.path, formatSegmentName(number)))));
  }

  async begin(): Promise<SegmentWriter> {
    await mkdir(this.path, { recursive: true });
    const number = ((await this.#numbers()).at(-1) ?? -1) + 1;
    const file = openSync(join(this.path, formatSegmentName(number)), 'wx');
    syncFolderEntries(this.path);
    return {
      append(bytes) {
        if (writeSync(file, bytes) < bytes.length) throw new Error(DISK_FULL);
        fsyncSync(file);
      },
      close: () => closeSync(file),
    };
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }

  async #numbers(): Promise<readonly number[]> {
    const names = await readdir(this.path).catch(toEmptyWhenAbsent);
    return names
      .map(parseSegmentNumber)
      .filter(number => number !== null)
      .sort((a, b) => a - b);
  }
}

function toEmptyWhenAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** Has a new file's name on the disk as well. */
function syncFolderEntries(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
