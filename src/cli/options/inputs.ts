import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { NO_NETWORK } from '../../engine/checks/createDefaultSetup.ts';
import { InputError } from '../../engine/core/errors.ts';
import type { Files, NamedFile } from '../../engine/files/namedFile.ts';
import { type Between, getFileSize, MOST_HELD } from '../../engine/files/pieces.ts';
import { formatMegabytes } from '../../engine/files/textFile.ts';
import type { Sources } from '../../engine/model/model.ts';
import { FILE_NETWORK, NETWORK_NAMES } from '../../engine/network/load.ts';
import type { InputDefinition, Setup } from '../../engine/setup/config.ts';
import { previousPath } from '../files/agentFolder.ts';
import { boundedFile } from '../files/boundedFile.ts';
import { fileSource } from '../files/fileSource.ts';
import { specNamed } from './specs.ts';

/** Paths of the user's own inputs, by name; a network is named in the set-up. */
export type Paths = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * The set-up as the engine knows it, and where its inputs come from.
 * @param held inputs that a recording brings itself; files that are given come first.
 * @throws InputError naming path and reason.
 */
export async function inputsFor(
  setup: Setup,
  paths: Paths,
  root: URL,
  held: Files = {},
  isLarge = false,
  between?: Between,
): Promise<{ readonly setup: Setup; readonly sources: Sources }> {
  const { inputs } = specNamed(setup.model);
  const network = await findNetwork(setup.network);
  const files: Record<string, readonly NamedFile[]> = {};
  if (network.file !== null) files.network = [network.file];
  for (const input of inputs) {
    const own = paths[input.name];
    if (own !== undefined) files[input.name] = await readInputs(input, own);
  }
  return {
    setup: { ...setup, network: network.name },
    sources: {
      bundled: path => readFile(new URL(path, root)),
      files: { ...held, ...files },
      isLarge,
      ...(between && { between }),
    },
  };
}

async function readInputs(input: InputDefinition, paths: readonly string[]): Promise<readonly NamedFile[]> {
  const { most = MOST_HELD } = input;
  const files: NamedFile[] = [];
  let bytes = 0;
  for (const path of paths) {
    const own = await readInput(input, path);
    bytes += own.reduce((sum, one) => sum + getFileSize(one), 0);
    if (bytes > most)
      throw new InputError(`${input.name}: the files add up to more than ${formatMegabytes(most)}`);
    files.push(...own);
  }
  return files;
}

/** One file, or all files of a folder that fit. */
async function readInput(input: InputDefinition, path: string): Promise<readonly NamedFile[]> {
  if (input.from === 'folder') return readFolder(input, path);
  if (input.from === 'file') return [await readOne(input.name, path, input.most)];
  const isFolder = await stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
  return isFolder ? readFolder(input, path) : [await readOne(input.name, path, input.most)];
}

/** A name that is not bundled is a path. */
async function findNetwork(name: string): Promise<{ name: string; file: NamedFile | null }> {
  if (name === NO_NETWORK || NETWORK_NAMES.includes(name)) return { name, file: null };
  try {
    return { name: FILE_NETWORK, file: await read(name) };
  } catch (error) {
    throw new InputError(
      `network "${name}" is not one of ${NETWORK_NAMES.join(', ')}, and cannot be read as a file: ${reasonOf(error)}`,
    );
  }
}

/**
 * A file of the user's.
 * @param most bytes; of more than can be held it is opened, and read later @throws InputError naming what it is for, the path and the reason
 */
export async function readOne(what: string, path: string, most = MOST_HELD): Promise<NamedFile> {
  try {
    const large = await largeOne(path, most);
    return large ?? (await read(path));
  } catch (error) {
    throw new InputError(`${what} "${path}": ${reasonOf(error)}`);
  }
}

/** All files under a folder that fit, by their path in it. */
async function readFolder(
  { name: what, fits, most = MOST_HELD }: InputDefinition,
  path: string,
): Promise<readonly NamedFile[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const texts = entries.filter(entry => entry.isFile() && fits.pattern.test(entry.name));
    if (texts.length === 0) throw new InputError(`it contains no ${fits.words} file`);
    let bytes = 0;
    const files: NamedFile[] = [];
    for (const { parentPath, path: parent, name } of texts) {
      const full = join(parentPath ?? parent, name);
      const { size } = await stat(full);
      bytes += size;
      if (bytes > most) throw new InputError(`its files add up to more than ${formatMegabytes(most)}`);
      const inside = relative(path, full).replaceAll('\\', '/');
      files.push(
        bytes > MOST_HELD
          ? { name: inside, ...fileSource(full, size) }
          : { name: inside, bytes: new Uint8Array(await readFile(full)), ...(await previousOf(full)) },
      );
    }
    return files;
  } catch (error) {
    throw new InputError(`${what} "${path}": ${reasonOf(error, 'folder')}`);
  }
}

/** A file that is too large to be held, but not to be read in pieces; null for any other. */
async function largeOne(path: string, most: number): Promise<NamedFile | null> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || found.size <= MOST_HELD) return null;
  if (found.size > most)
    throw new InputError(`it is ${formatMegabytes(found.size)}; at most ${formatMegabytes(most)} are read`);
  return { name: basename(path), ...fileSource(path, found.size) };
}

async function read(path: string): Promise<NamedFile> {
  const bytes = await boundedFile(path, MOST_HELD);
  return { name: basename(path), bytes, ...(await previousOf(path)) };
}

/** What `--memory-out` has kept of a file beside it; nothing where there is none, or none that can be read. */
async function previousOf(path: string): Promise<Pick<NamedFile, 'previous'>> {
  const previous = await boundedFile(previousPath(path), MOST_HELD).catch(() => null);
  return previous === null ? {} : { previous };
}

function reasonOf(error: unknown, what = 'file'): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `there is no such ${what}`;
  if (code === 'ENOTDIR') return 'it is not a folder';
  return code === 'EISDIR' ? 'it is a folder' : message;
}
