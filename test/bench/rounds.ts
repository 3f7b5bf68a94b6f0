import { readFileSync } from 'node:fs';
import { openRun } from '../../src/engine/open.ts';
import { DEFAULT_SETUP } from '../../src/engine/setup.ts';

/** Whole social rounds: feed, policy, posts, cascades, log, hash. */
export const ROUNDS: Readonly<
  Record<string, { readonly network: string; readonly agents: number | null; readonly rounds: number }>
> = {
  'social round, congress': { network: 'congress', agents: null, rounds: 480 },
  'social round, lastfm': { network: 'lastfm', agents: null, rounds: 480 },
  'social round, scale-free 100k': { network: 'scale-free', agents: 100_000, rounds: 60 },
};

/** CPU milliseconds a round after the warm-up, preset realistic; heap and buffers an agent at the end. */
export async function measureRounds(name: string) {
  const { network, agents, rounds } = ROUNDS[name];
  const { run } = await openRun(
    { ...DEFAULT_SETUP, network, agents, preset: 'realistic' },
    { bundled: async path => new Uint8Array(readFileSync(`public/${path}`)), files: {} },
  );
  const { signal } = new AbortController();
  while (run.tick < 0) await run.step(run.policy, signal);
  const start = process.cpuUsage();
  while (run.tick < rounds) await run.step(run.policy, signal);
  const { user, system } = process.cpuUsage(start);
  return {
    name,
    agents: run.config.agents,
    ms_per_round: (user + system) / 1000 / rounds,
    transitions_per_round: run.machine.log.rows / (rounds + run.config.warmUp),
    hash: run.hash,
  };
}
