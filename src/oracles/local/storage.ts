/** Prefix of the caches that WebLLM keeps, and the folder of wllama's files. */
const CACHES = 'webllm/';
const FOLDER = 'cache';
/** Lock held while a file is written: a partial file is then not a leftover. */
const WRITING = 'statescope-model-file';

/** Deletes all models of both runtimes, whatever state they are in. */
export async function removeEverything(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(CACHES)) await caches.delete(name);
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(FOLDER, { recursive: true }).catch(error => {
    if ((error as Error).name !== 'NotFoundError') throw error;
  });
}

/** Writes a file of a model. */
export const writing = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(WRITING, { mode: 'shared' }, work) as Promise<T>;

/** Does its work unless a file is being written, in any tab. */
export const unlessWriting = (work: () => Promise<void>): Promise<void> =>
  navigator.locks.request(WRITING, { ifAvailable: true }, async lock => {
    if (lock !== null) await work();
  });
