/** Prefix of the caches that WebLLM keeps, and the folder of wllama's files. */
const CACHES = 'webllm/';
const FOLDER = 'cache';
/** Lock held while a file is written: a partial file is then not a leftover. */
const WRITING = 'statescope-model-file';

/** Deletes all models of both runtimes, whatever state they are in. */
export async function removeStoredModels(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(CACHES)) await caches.delete(name);
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(FOLDER, { recursive: true }).catch(ignoreMissingFile);
}

/** Writes a file of a model. */
export const withModelWriteLock = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(WRITING, { mode: 'shared' }, work) as Promise<T>;

/** Does its work unless a file is being written, in any tab. */
export const runUnlessWriting = (work: () => Promise<void>): Promise<void> =>
  navigator.locks.request(WRITING, { ifAvailable: true }, async lock => {
    if (lock !== null) await work();
  });

/**
 * Files of models in the browser's private file system, for wllama's cache. Its own store starts a worker for each
 * file, and Firefox may wait forever in a worker that starts another one while one ends. For a worker alone.
 */
export class ModelFiles {
  isSupported(): boolean {
    return typeof navigator.storage?.getDirectory === 'function';
  }

  /** @returns null if there is no such file */
  async read(key: string): Promise<Blob | null> {
    return this.#file(key);
  }

  /** Replaces a file. @throws DOMException if there is no room */
  async write(key: string, stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    const handle = await (await openModelsFolder()).getFileHandle(key, { create: true });
    const access = await handle.createSyncAccessHandle();
    const reader = stream.getReader();
    try {
      access.truncate(0);
      let at = 0;
      for (let next = await reader.read(); !next.done; next = await reader.read())
        at += access.write(next.value, { at });
      access.flush();
    } catch (error) {
      await reader.cancel(error);
      throw error;
    } finally {
      access.close();
    }
  }

  /** Bytes; -1 if there is no such file. */
  async getSize(key: string): Promise<number> {
    return (await this.#file(key))?.size ?? -1;
  }

  async list(): Promise<{ key: string; size: number }[]> {
    const found: { key: string; size: number }[] = [];
    for await (const [key, handle] of (await openModelsFolder()).entries())
      if (handle.kind === 'file') found.push({ key, size: (await handle.getFile()).size });
    return found;
  }

  async delete(key: string): Promise<void> {
    await (await openModelsFolder()).removeEntry(key).catch(ignoreMissingFile);
  }

  async #file(key: string): Promise<File | null> {
    try {
      return await (await (await openModelsFolder()).getFileHandle(key)).getFile();
    } catch {
      return null;
    }
  }
}

const openModelsFolder = async () =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

function ignoreMissingFile(error: unknown): void {
  if ((error as Error).name !== 'NotFoundError') throw error;
}
