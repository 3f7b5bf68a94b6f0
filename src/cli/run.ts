import { open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Setup } from '../engine/config.ts';
import { InputError } from '../engine/errors.ts';
import { runDocument } from '../engine/export/document.ts';
import { modelNamed } from '../engine/models/index.ts';
import { FILE_NETWORK, NETWORK_NAMES } from '../engine/network/load.ts';
import { openRun } from '../engine/open.ts';
import { stateDistribution } from '../engine/queries.ts';
import type { Run } from '../engine/run.ts';

export interface RunOptions {
  readonly setup: Setup;
  readonly rounds: number;
  readonly out: string | null;
}

/** The last line of standard output. */
export interface Summary {
  readonly hash: string;
  readonly model: string;
  readonly network: string;
  readonly agents: number;
  readonly rounds: number;
  readonly seed: number;
  readonly transitions: number;
  readonly decisions: number;
  readonly distribution: Readonly<Record<string, number>>;
}

/** Plays a whole run. @param say shows a line of progress. */
export async function playRun(
  { setup, rounds, out }: RunOptions,
  networks: URL,
  say: (line: string) => void,
): Promise<Summary> {
  modelNamed(setup.model);
  const { network, file } = await findNetwork(setup.network);
  const { run, notes } = await openRun(
    { ...setup, network },
    { bundled: name => readFile(new URL(`${name}.bin`, networks)), file },
  );
  for (const note of notes) say(`${note}\n`);
  const { signal } = new AbortController();
  while (run.tick < rounds) {
    await run.step(run.policy, signal);
    say(`\rround ${run.tick} of ${rounds}, ${run.machine.log.rows} transitions`);
  }
  say('\n');
  if (out !== null) await writeWhole(out, runDocument(run));
  return summaryOf(run);
}

export function summaryOf(run: Run): Summary {
  return {
    hash: run.hash,
    model: run.model.name,
    network: run.config.networkInfo.name,
    agents: run.config.agents,
    rounds: run.rounds,
    seed: run.config.seed,
    transitions: run.machine.log.rows,
    decisions: run.state.decisionCount,
    distribution: stateDistribution(run.machine),
  };
}

/** A name that is none of ours is a path. */
async function findNetwork(name: string) {
  if (NETWORK_NAMES.includes(name)) return { network: name, file: null };
  try {
    return {
      network: FILE_NETWORK,
      file: { name: basename(name), bytes: new Uint8Array(await readFile(name)) },
    };
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    throw new InputError(
      `network "${name}" is none of ${NETWORK_NAMES.join(', ')}, and as a file: ${reason}`,
    );
  }
}

/** Writes beside the target and renames, so that the file appears whole or not at all. */
export async function writeWhole(path: string, pieces: Iterable<string>): Promise<void> {
  const partial = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  try {
    const file = await open(partial, 'wx');
    try {
      for (const piece of pieces) await file.appendFile(piece);
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw writeError(path, error);
  }
}

/** A path that cannot be written is the user's to mend; a full disk is not. */
function writeError(path: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  const words: Record<string, string> = {
    ENOENT: 'its folder does not exist',
    ENOTDIR: 'its folder is a file',
    EISDIR: 'it is a folder',
    EACCES: 'permission denied',
    EROFS: 'the file system is read-only',
  };
  return code !== undefined && code in words ? new InputError(`cannot write ${path}: ${words[code]}`) : error;
}
