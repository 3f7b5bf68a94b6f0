import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';

/** Flags for reading, for appending, and for changing what is there. */
const FLAGS = {
  read: constants.O_RDONLY,
  append: constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT,
  change: constants.O_RDWR,
} as const;

/**
 * Opens a plain file, and nothing else of its name: a link would lead to somebody's other file.
 * @throws Error that names it for a link, a folder or a device; as `open` does
 */
export async function openPlainFile(path: string, use: keyof typeof FLAGS): Promise<FileHandle> {
  const found = await lstat(path).catch(() => null);
  if (found !== null && !found.isFile()) throw new Error(`${path} is not a plain file`);
  // A link that came between fails as well; Windows has no such flag.
  return open(path, FLAGS[use] | (constants.O_NOFOLLOW ?? 0), 0o666);
}
