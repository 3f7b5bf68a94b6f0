import { readFileSync } from 'node:fs';
import { Domain, Random } from '../../src/engine/core/random.ts';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { openRun } from '../../src/engine/models/openRun.ts';

const ROUNDS = 500;
const LOOKS = 100;

/** Agents of a social run of 500 rounds, by the row's name. */
export const PASTS: Readonly<Record<string, number>> = {
  'past, 10k': 10_000,
  'past, 100k': 100_000,
};

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * CPU milliseconds of a look at every agent's state and the tick of its last transition: of the first look, at the last
 * tick, which makes every keyframe; of a later one at any tick; of one agent's last fifty transitions at any tick.
 */
export async function measurePast(name: string) {
  const setup = { ...DEFAULT_SETUP, network: 'scale-free', agents: PASTS[name], preset: 'realistic' };
  const { run } = await openRun(setup, {
    bundled: async path => new Uint8Array(readFileSync(`public/${path}`)),
    files: {},
  });
  const { signal } = new AbortController();
  const played = cpu();
  while (run.tick < ROUNDS) await run.step(run.policy, signal);
  const rounds = run.tick - run.machine.past.start;
  const round = (cpu() - played) / rounds;
  const { past } = run.machine;
  const random = new Random(1, Domain.profile);
  const any = (look: number, below: number) => Math.floor(random.unit(look, 0, 0) * below);
  const timed = (times: number, look: (i: number) => unknown): number => {
    const start = cpu();
    for (let i = 0; i < times; i++) look(i);
    return (cpu() - start) / times;
  };
  const first = timed(1, () => past.at(run.tick));
  const later = timed(LOOKS, i => past.at(1 + any(i, ROUNDS)));
  const history = timed(LOOKS, i => past.history(any(i, PASTS[name]), 1 + any(i, ROUNDS), 50));
  return {
    name,
    agents: run.config.agents,
    rows: run.machine.log.rows,
    ms_per_round: round,
    first_look_ms: first,
    look_ms: later,
    history_ms: history,
    rounds_per_look: later / round,
  };
}
