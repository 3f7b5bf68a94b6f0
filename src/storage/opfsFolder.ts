import {
  DISK_FULL,
  formatSegmentName,
  parseSegmentNumber,
  type SegmentFolder,
  type SegmentWriter,
} from './segmentFolder.ts';

const ROOT = 'runs';

/** Segments in the browser's private file system; for workers, which alone may write there and then. */
export class OpfsFolder implements SegmentFolder {
  constructor(private readonly id: string) {}

  async read(): Promise<readonly Uint8Array[]> {
    const folder = await this.#folder(false).catch(toNullWhenAbsent);
    if (folder === null) return [];
    const segments: Uint8Array[] = [];
    for (const number of await listSegmentNumbers(folder)) {
      const file = await (await folder.getFileHandle(formatSegmentName(number))).getFile();
      segments.push(new Uint8Array(await file.arrayBuffer()));
    }
    return segments;
  }

  async begin(): Promise<SegmentWriter> {
    const folder = await this.#folder(true);
    const number = ((await listSegmentNumbers(folder)).at(-1) ?? -1) + 1;
    const file = await folder.getFileHandle(formatSegmentName(number), { create: true });
    const access = await file.createSyncAccessHandle();
    let size = 0;
    return {
      append(bytes) {
        const written = access.write(bytes as Uint8Array<ArrayBuffer>, { at: size });
        size += written;
        if (written < bytes.length) throw new Error(DISK_FULL);
        access.flush();
      },
      close: () => access.close(),
    };
  }

  async remove(): Promise<void> {
    const root = await openRunsFolder().catch(toNullWhenAbsent);
    await root?.removeEntry(this.id, { recursive: true }).catch(toNullWhenAbsent);
  }

  async #folder(create: boolean): Promise<FileSystemDirectoryHandle> {
    return (await openRunsFolder()).getDirectoryHandle(this.id, { create });
  }
}

/** Ids under which anything is kept. */
export async function listSavedRunIds(): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const id of (await openRunsFolder()).keys()) ids.push(id);
  return ids;
}

async function openRunsFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(ROOT, { create: true });
}

/** Numbers of a folder's segments, ascending. */
async function listSegmentNumbers(folder: FileSystemDirectoryHandle): Promise<readonly number[]> {
  const numbers: number[] = [];
  for await (const name of folder.keys()) {
    const number = parseSegmentNumber(name);
    if (number !== null) numbers.push(number);
  }
  return numbers.sort((a, b) => a - b);
}

/** Null for what is not there. */
function toNullWhenAbsent(error: unknown): null {
  if (error instanceof DOMException && error.name === 'NotFoundError') return null;
  throw error;
}
