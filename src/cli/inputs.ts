import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { Files, NamedFile, Setup } from '../engine/config.ts';
import { InputError } from '../engine/errors.ts';
import { FILE_NETWORK, NETWORK_NAMES } from '../engine/network/load.ts';
import { NO_NETWORK } from '../engine/setup.ts';

/** Where the user's own inputs lie; a network is named in the set-up. */
export interface Paths {
  readonly corpus?: string | undefined;
  readonly missions?: string | undefined;
}

/** Bytes in all; what is larger is not even read. */
const LARGEST = 50_000_000;

/** The set-up as the engine knows it, and the files that it names. @throws InputError naming path and reason. */
export async function readInputs(setup: Setup, { corpus, missions }: Paths) {
  const network = await findNetwork(setup.network);
  const files: Files = {
    ...(network.file && { network: [network.file] }),
    ...(corpus !== undefined && { corpus: await readFolder(corpus) }),
    ...(missions !== undefined && { missions: [await readOne('missions', missions)] }),
  };
  return { setup: { ...setup, network: network.name }, files };
}

/** A name that is none of ours is a path. */
async function findNetwork(name: string): Promise<{ name: string; file: NamedFile | null }> {
  if (name === NO_NETWORK || NETWORK_NAMES.includes(name)) return { name, file: null };
  try {
    return { name: FILE_NETWORK, file: await read(name) };
  } catch (error) {
    throw new InputError(
      `network "${name}" is none of ${NETWORK_NAMES.join(', ')}, and as a file: ${reasonOf(error)}`,
    );
  }
}

async function readOne(what: string, path: string): Promise<NamedFile> {
  try {
    const { size } = await stat(path);
    if (size > LARGEST) throw new InputError(`it has ${size} bytes, at most ${LARGEST}`);
    return await read(path);
  } catch (error) {
    throw new InputError(`${what} "${path}": ${reasonOf(error)}`);
  }
}

/** All texts under a folder, by their path in it. */
async function readFolder(path: string): Promise<readonly NamedFile[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const texts = entries.filter(entry => entry.isFile() && /\.(md|markdown|txt)$/i.test(entry.name));
    if (texts.length === 0) throw new InputError('it has no .md or .txt file');
    let bytes = 0;
    const files: NamedFile[] = [];
    for (const { parentPath, path: parent, name } of texts) {
      const full = join(parentPath ?? parent, name);
      bytes += (await stat(full)).size;
      if (bytes > LARGEST) throw new InputError(`its texts have more than ${LARGEST} bytes`);
      const inside = relative(path, full).replaceAll('\\', '/');
      files.push({ name: inside, bytes: new Uint8Array(await readFile(full)) });
    }
    return files;
  } catch (error) {
    throw new InputError(`corpus "${path}": ${reasonOf(error, 'folder')}`);
  }
}

const read = async (path: string): Promise<NamedFile> => ({
  name: basename(path),
  bytes: new Uint8Array(await readFile(path)),
});

function reasonOf(error: unknown, what = 'file'): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `there is no such ${what}`;
  if (code === 'ENOTDIR') return 'it is no folder';
  return code === 'EISDIR' ? 'it is a folder' : message;
}
