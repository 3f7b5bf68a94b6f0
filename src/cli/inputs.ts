import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { Files, InputDefinition, NamedFile, Setup } from '../engine/config.ts';
import { NO_NETWORK } from '../engine/defaultSetup.ts';
import { InputError } from '../engine/errors.ts';
import type { Sources } from '../engine/model.ts';
import { FILE_NETWORK, NETWORK_NAMES } from '../engine/network/load.ts';
import { megabytes } from '../engine/textFile.ts';
import { previousPath } from './agentFolder.ts';
import { boundedFile } from './boundedFile.ts';
import { specNamed } from './specs.ts';

/** Paths of the user's own inputs, by name; a network is named in the set-up. */
export type Paths = Readonly<Record<string, readonly string[] | undefined>>;

/** Bytes in all; anything larger is not even read. */
const LARGEST = 50_000_000;

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
    sources: { bundled: path => readFile(new URL(path, root)), files: { ...held, ...files }, isLarge },
  };
}

async function readInputs(input: InputDefinition, paths: readonly string[]): Promise<readonly NamedFile[]> {
  const files: NamedFile[] = [];
  let bytes = 0;
  for (const path of paths) {
    const own = await readInput(input, path);
    bytes += own.reduce((sum, one) => sum + one.bytes.length, 0);
    if (bytes > mostOf(input))
      throw new InputError(`${input.name}: the files add up to more than ${megabytes(mostOf(input))}`);
    files.push(...own);
  }
  return files;
}

const mostOf = ({ mostBytes = LARGEST }: InputDefinition): number => mostBytes;

/** One file, or all files of a folder that fit. */
async function readInput(input: InputDefinition, path: string): Promise<readonly NamedFile[]> {
  if (input.from === 'folder') return readFolder(input, path);
  if (input.from === 'file') return [await readOne(input.name, path, mostOf(input))];
  const isFolder = await stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
  return isFolder ? readFolder(input, path) : [await readOne(input.name, path, mostOf(input))];
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

/** A file of the user's. @throws InputError naming what it is for, the path and the reason */
export async function readOne(what: string, path: string, most = LARGEST): Promise<NamedFile> {
  try {
    return await read(path, most);
  } catch (error) {
    throw new InputError(`${what} "${path}": ${reasonOf(error)}`);
  }
}

/** All files under a folder that fit, by their path in it. */
async function readFolder(input: InputDefinition, path: string): Promise<readonly NamedFile[]> {
  const { name: what, fits } = input;
  const most = mostOf(input);
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const texts = entries.filter(entry => entry.isFile() && fits.pattern.test(entry.name));
    if (texts.length === 0) throw new InputError(`it contains no ${fits.words} file`);
    let bytes = 0;
    const files: NamedFile[] = [];
    for (const { parentPath, path: parent, name } of texts) {
      const full = join(parentPath ?? parent, name);
      bytes += (await stat(full)).size;
      if (bytes > most) throw new InputError(`its files add up to more than ${megabytes(most)}`);
      const inside = relative(path, full).replaceAll('\\', '/');
      files.push({ name: inside, bytes: new Uint8Array(await readFile(full)), ...(await previousOf(full)) });
    }
    return files;
  } catch (error) {
    throw new InputError(`${what} "${path}": ${reasonOf(error, 'folder')}`);
  }
}

async function read(path: string, most = LARGEST): Promise<NamedFile> {
  const bytes = await boundedFile(path, most);
  return { name: basename(path), bytes, ...(await previousOf(path)) };
}

/** What `--memory-out` has kept of a file beside it; nothing where there is none, or none that can be read. */
async function previousOf(path: string): Promise<Pick<NamedFile, 'previous'>> {
  const previous = await boundedFile(previousPath(path), LARGEST).catch(() => null);
  return previous === null ? {} : { previous };
}

function reasonOf(error: unknown, what = 'file'): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `there is no such ${what}`;
  if (code === 'ENOTDIR') return 'it is not a folder';
  return code === 'EISDIR' ? 'it is a folder' : message;
}
