import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Setup } from '../engine/config.ts';
import { InputError } from '../engine/errors.ts';
import { runDocument } from '../engine/export/document.ts';
import { modelNamed } from '../engine/models/index.ts';
import { FILE_NETWORK, NETWORK_NAMES } from '../engine/network/load.ts';
import { openRun } from '../engine/open.ts';
import { stateDistribution } from '../engine/queries.ts';
import type { Run } from '../engine/run.ts';
import { OutFile } from './outFile.ts';

/** Milliseconds after which signals are looked for while a run is played. */
const BREATH = 50;

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
  const { network, file: edges } = await findNetwork(setup.network);
  const { run, notes } = await openRun(
    { ...setup, network },
    { bundled: name => readFile(new URL(`${name}.bin`, networks)), file: edges },
  );
  for (const note of notes) say(`${note}\n`);
  const file = out === null ? null : await OutFile.open(out);
  try {
    await play(run, rounds, say);
  } catch (error) {
    await file?.discard();
    throw error;
  }
  await file?.write(runDocument(run));
  return summaryOf(run);
}

async function play(run: Run, rounds: number, say: (line: string) => void): Promise<void> {
  const { signal } = new AbortController();
  let breath = performance.now();
  while (run.tick < rounds) {
    await run.step(run.policy, signal);
    say(`\rround ${run.tick} of ${rounds}, ${run.machine.log.rows} transitions`);
    if (performance.now() - breath < BREATH) continue;
    await setImmediate();
    breath = performance.now();
  }
  say('\n');
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
