import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { NO_NETWORK } from '../../engine/checks/createDefaultSetup.ts';
import { InputError } from '../../engine/core/errors.ts';
import type { Files, NamedFile } from '../../engine/files/namedFile.ts';
import { type Between, getFileSize, MAX_HELD_INPUT_BYTES } from '../../engine/files/pieces.ts';
import { formatMegabytes } from '../../engine/files/textFile.ts';
import type { ModelSources, ModelSpec } from '../../engine/model/model.ts';
import { FILE_NETWORK } from '../../engine/network/fileNetwork.ts';
import { NETWORK_NAMES } from '../../engine/network/loadNetwork.ts';
import type { InputDefinition, Setup } from '../../engine/setup/config.ts';
import { getPreviousPath } from '../files/agentFolder.ts';
import { createFileSource } from '../files/createFileSource.ts';
import { readBoundedFile, readStatescopeFile } from '../files/documentFile.ts';
import { STANDARD_STREAM } from '../files/outFile.ts';
import { getSpecByName } from './specs.ts';

/** Paths of the user's own inputs, by name; a network is named in the set-up. */
export type Paths = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * The set-up as the engine knows it, with the sources of its inputs.
 * @param held inputs that a recording brings itself; files from options come first.
 * @throws InputError naming path and reason.
 */
export async function prepareRunInputs(
  setup: Setup,
  paths: Paths,
  root: URL,
  held: Files = {},
  isLarge = false,
  between?: Between,
): Promise<{ readonly setup: Setup; readonly sources: ModelSources }> {
  const { inputs } = getSpecByName(setup.model);
  const network = await findNetworkFile(setup.network);
  const files: Record<string, readonly NamedFile[]> = {};
  if (network.file !== null) files.network = [network.file];
  Object.assign(files, await readOwnFiles(inputs, paths));
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

/** The user's files in options, by input. @throws InputError naming path and reason */
export async function readOwnFiles(inputs: ModelSpec['inputs'], paths: Paths): Promise<Files> {
  const files: Record<string, readonly NamedFile[]> = {};
  for (const input of inputs) {
    const own = paths[input.name];
    if (own !== undefined) files[input.name] = await readInputFiles(input, own);
  }
  return files;
}

async function readInputFiles(
  input: InputDefinition,
  paths: readonly string[],
): Promise<readonly NamedFile[]> {
  const { most = MAX_HELD_INPUT_BYTES } = input;
  const files: NamedFile[] = [];
  let bytes = 0;
  for (const path of paths) {
    const own = await readInputPath(input, path);
    bytes += own.reduce((sum, one) => sum + getFileSize(one), 0);
    if (bytes > most)
      throw new InputError(`${input.name}: the files add up to more than ${formatMegabytes(most)}`);
    files.push(...own);
  }
  return files;
}

/** One file, or all files of a folder that fit. */
async function readInputPath(input: InputDefinition, path: string): Promise<readonly NamedFile[]> {
  if (input.from === 'folder') return readInputFolder(input, path);
  if (input.from === 'file') return [await readUserFile(input.name, path, input.most)];
  const isFolder = await stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
  return isFolder ? readInputFolder(input, path) : [await readUserFile(input.name, path, input.most)];
}

/** A name that is not bundled is a path. */
async function findNetworkFile(name: string): Promise<{ name: string; file: NamedFile | null }> {
  if (name === NO_NETWORK || NETWORK_NAMES.includes(name)) return { name, file: null };
  try {
    return { name: FILE_NETWORK, file: await readNamedFile(name) };
  } catch (error) {
    throw new InputError(
      `network "${name}" is not one of ${NETWORK_NAMES.join(', ')}, and cannot be read as a file: ${formatReadFailure(error)}`,
    );
  }
}

/**
 * A file of the user's.
 * @param most bytes; of more than can be held it is opened, and read later
 * @throws InputError naming what it is for, the path and the reason
 */
export async function readUserFile(
  what: string,
  path: string,
  most = MAX_HELD_INPUT_BYTES,
): Promise<NamedFile> {
  if (path === STANDARD_STREAM) return { name: 'standard input', bytes: await readStatescopeFile(path) };
  try {
    const large = await openLargeFile(path, most);
    return large ?? (await readNamedFile(path));
  } catch (error) {
    throw new InputError(`${what} "${path}": ${formatReadFailure(error)}`);
  }
}

/** All files under a folder that fit, by their path in it. */
async function readInputFolder(
  { name: what, fits, most = MAX_HELD_INPUT_BYTES }: InputDefinition,
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
        bytes > MAX_HELD_INPUT_BYTES
          ? { name: inside, ...createFileSource(full, size) }
          : {
              name: inside,
              bytes: new Uint8Array(await readFile(full)),
              ...(await readPreviousVersion(full)),
            },
      );
    }
    return files;
  } catch (error) {
    throw new InputError(`${what} "${path}": ${formatReadFailure(error, 'folder')}`);
  }
}

/** A file that is too large to be held, but not to be read in pieces; null for any other. */
async function openLargeFile(path: string, most: number): Promise<NamedFile | null> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || found.size <= MAX_HELD_INPUT_BYTES) return null;
  if (found.size > most)
    throw new InputError(`it is ${formatMegabytes(found.size)}; at most ${formatMegabytes(most)} are read`);
  return { name: basename(path), ...createFileSource(path, found.size) };
}

async function readNamedFile(path: string): Promise<NamedFile> {
  const bytes = await readBoundedFile(path, MAX_HELD_INPUT_BYTES);
  return { name: basename(path), bytes, ...(await readPreviousVersion(path)) };
}

/** The previous version that `--memory-out` saved next to a file; empty if there is none, or it is unreadable. */
async function readPreviousVersion(path: string): Promise<Pick<NamedFile, 'previous'>> {
  const previous = await readBoundedFile(getPreviousPath(path), MAX_HELD_INPUT_BYTES).catch(() => null);
  return previous === null ? {} : { previous };
}

function formatReadFailure(error: unknown, what = 'file'): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `there is no such ${what}`;
  if (code === 'ENOTDIR') return 'it is not a folder';
  return code === 'EISDIR' ? 'it is a folder' : message;
}
