import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type Files, type NamedFile, OWN_INPUTS, type OwnInput, type Setup } from '../engine/config.ts';
import { InputError } from '../engine/errors.ts';
import { FILE_NETWORK, NETWORK_NAMES } from '../engine/network/load.ts';
import { NO_NETWORK } from '../engine/setup.ts';

/** Where the user's own inputs lie; a network is named in the set-up. */
export type Paths = Readonly<Partial<Record<OwnInput, string | undefined>>>;

/** Bytes in all; what is larger is not even read. */
const LARGEST = 50_000_000;

/** The set-up as the engine knows it, and the files that it names. @throws InputError naming path and reason. */
export async function readInputs(setup: Setup, paths: Paths) {
  const network = await findNetwork(setup.network);
  const files: Files = {
    ...(network.file && { network: [network.file] }),
    ...(await ownFiles(paths)),
  };
  return { setup: { ...setup, network: network.name }, files };
}

/** A folder stands for the files in it that fit; each input says what it can be. */
const READ: Readonly<Record<OwnInput, (name: OwnInput, path: string) => Promise<readonly NamedFile[]>>> = {
  corpus: (name, path) => readFolder(name, path, /\.(md|markdown|txt)$/i, '.md or .txt'),
  missions: async (name, path) => [await readOne(name, path)],
  memory: (name, path) => readEither(name, path, /\.json$/i, '.json'),
  config: async (name, path) => [await readOne(name, path)],
  workflow: async (name, path) => [await readOne(name, path)],
  source: (name, path) => readEither(name, path, /\.(md|markdown|txt)$/i, '.md or .txt'),
};

async function ownFiles(paths: Paths): Promise<Files> {
  const files: Partial<Record<OwnInput, readonly NamedFile[]>> = {};
  for (const name of OWN_INPUTS) {
    const path = paths[name];
    if (path !== undefined) files[name] = await READ[name](name, path);
  }
  return files;
}

/** One file, or all that fit of a folder. */
async function readEither(what: string, path: string, fits: RegExp, kinds: string) {
  const isFolder = await stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
  return isFolder ? readFolder(what, path, fits, kinds) : [await readOne(what, path)];
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

/** All files under a folder that fit, by their path in it. */
async function readFolder(
  what: string,
  path: string,
  fits: RegExp,
  kinds: string,
): Promise<readonly NamedFile[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const texts = entries.filter(entry => entry.isFile() && fits.test(entry.name));
    if (texts.length === 0) throw new InputError(`it has no ${kinds} file`);
    let bytes = 0;
    const files: NamedFile[] = [];
    for (const { parentPath, path: parent, name } of texts) {
      const full = join(parentPath ?? parent, name);
      bytes += (await stat(full)).size;
      if (bytes > LARGEST) throw new InputError(`its files have more than ${LARGEST} bytes`);
      const inside = relative(path, full).replaceAll('\\', '/');
      files.push({ name: inside, bytes: new Uint8Array(await readFile(full)) });
    }
    return files;
  } catch (error) {
    throw new InputError(`${what} "${path}": ${reasonOf(error, 'folder')}`);
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
