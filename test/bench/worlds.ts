import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import {
  computeMean,
  computeMeanInterval,
} from '../../src/engine/statistics/intervals/computeMeanInterval.ts';
import { computeWilsonInterval } from '../../src/engine/statistics/intervals/computeShareInterval.ts';
import type { Plan } from '../../src/engine/worlds/worldPlan.ts';
import { WorldPlayer } from '../../src/engine/worlds/worldPlayer.ts';

/**
 * What worlds cost and what their intervals are worth: `npm run bench -- worlds`, a line of JSON each. Seconds of the clock
 * with all cores, the start of the command among them; megabytes after so many worlds in one process; and how often the
 * interval for a paired difference covers the difference over other seeds.
 */
const CLI = join(import.meta.dirname, '../../scripts/cli.mjs');
const SOURCES = { bundled: async (path: string) => readFileSync(`public/${path}`), files: {} };
const tell = (line: object) => console.log(JSON.stringify(line));

function timed(network: string, worlds: number, rounds: number): void {
  const options = ['--network', network, '--worlds', String(worlds), '--rounds', String(rounds)];
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [CLI, 'worlds', ...options], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const seconds = Math.round(performance.now() - begun) / 1000;
  tell({ network, worlds, rounds, cores: availableParallelism(), seconds });
}

const planOf = (setups: readonly Setup[], rounds: number): Plan => ({
  arms: setups.map((setup, arm) => ({ label: String(arm), values: {}, setup })),
  ...{ worlds: 500_000, rounds, from: null, subject: null, files: null },
});

async function memory(): Promise<void> {
  const player = new WorldPlayer(planOf([DEFAULT_SETUP], 30), SOURCES, { hasCourse: true });
  const kept: unknown[] = [];
  for (let world = 1; world <= 400; world++) {
    kept.push(await player.play({ arm: 0, world }));
    if (![50, 100, 200, 400].includes(world)) continue;
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    tell({ worlds: world, megabytes: Math.round((heapUsed + arrayBuffers) / 1e5) / 10 });
  }
}

/** Repetitions of an experiment of so many worlds, and the seeds beside them that tell the difference. */
const REPETITIONS = 200;
const EACH = 40;
const OTHERS = 2000;
const ROUNDS = 24;

async function coverage(): Promise<void> {
  const setup: Setup = { ...DEFAULT_SETUP, network: 'scale-free', agents: 60, parameters: { warm_up: 10 } };
  const changed: Setup = { ...setup, parameters: { ...setup.parameters, resharing: 1.6 } };
  const player = new WorldPlayer(planOf([setup, changed], ROUNDS), SOURCES);
  const difference = async (world: number): Promise<number> => {
    const [a, b] = [await player.play({ arm: 0, world }), await player.play({ arm: 1, world })];
    return (b.outcomes[1] ?? 0) - (a.outcomes[1] ?? 0);
  };
  const differences: number[] = [];
  for (let world = 1; world <= OTHERS + REPETITIONS * EACH; world++)
    differences.push(await difference(world));
  const truth = computeMean(differences.slice(0, OTHERS));
  let covered = 0;
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const from = OTHERS + repetition * EACH;
    const interval = computeMeanInterval(differences.slice(from, from + EACH), repetition, 'number');
    if (interval !== null && interval[0] <= truth && truth <= interval[1]) covered++;
  }
  const rounded = (value: number) => Math.round(value * 1000) / 1000;
  tell({
    change: 'resharing 1.6 instead of 0.8',
    outcome: 'people reached',
    difference: rounded(truth),
    of: OTHERS,
    repetitions: REPETITIONS,
    each: EACH,
    covered,
    covered_95: computeWilsonInterval(covered, REPETITIONS).map(rounded),
  });
}

timed('congress', 200, 100);
timed('lastfm', 20, 480);
await memory();
await coverage();
