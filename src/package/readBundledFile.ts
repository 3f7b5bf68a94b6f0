import { NotLoaded } from '../engine/core/errors.ts';
import { readBundledFile as fetchBundledFile } from '../workers/shared/readBundledFile.ts';

/** Path from a file of the package to its networks and corpora, in what is built. */
declare const PUBLIC_PATH: string;
/** Named by a variable, since bundlers would take a literal for a module. */
const HERE = import.meta.url;

/** Folder of the files that come with Statescope. */
export const getPublicFolder = (): URL => new URL(PUBLIC_PATH, HERE);

/**
 * Reads a file that comes with Statescope, such as `networks/congress.bin`: from the package's folder in Node, by `fetch` elsewhere.
 * @param root folder of the bundled files; absent: the package's own
 * @throws NotLoaded if it does not come
 */
export async function readBundledFile(path: string, root = getPublicFolder()): Promise<Uint8Array> {
  const url = new URL(path, root);
  if (url.protocol !== 'file:') return fetchBundledFile(root.href, path);
  try {
    const { readFile } = await import(/* @vite-ignore */ 'node:fs/promises');
    return new Uint8Array(await readFile(url));
  } catch (cause) {
    throw new NotLoaded(`${path} could not be loaded from ${root.href}`, { cause });
  }
}
