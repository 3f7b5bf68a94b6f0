import { NotLoaded } from '../../engine/core/errors.ts';

/** Reads a file that comes with Statescope. @param root URL of their folder @throws NotLoaded if it cannot be loaded */
export async function readBundledFile(root: string, path: string): Promise<Uint8Array> {
  const response = await fetch(new URL(path, root)).catch(() => null);
  if (response === null || !response.ok)
    throw new NotLoaded(`${path} could not be loaded (${response?.status ?? 'no connection'})`);
  return new Uint8Array(await response.arrayBuffer());
}
