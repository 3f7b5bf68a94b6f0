// npm run bench -- statistics [AGENTS] [ROUNDS]: CPU milliseconds of counting a run's stays and transitions; prints JSON.
import { readFileSync } from 'node:fs';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import { computeRunStatistics } from '../../src/engine/statistics/statistics.ts';

const SAMPLES = 7;

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Median CPU milliseconds of several calls. */
function timed(count: () => unknown): number {
  const samples = Array.from({ length: SAMPLES }, () => {
    const start = cpu();
    count();
    return cpu() - start;
  });
  return Math.round(samples.sort((a, b) => a - b)[SAMPLES >> 1] * 10) / 10;
}

const [agents = 100_000, rounds = 500] = process.argv.slice(2).map(Number);
const setup = { ...DEFAULT_SETUP, network: 'scale-free', agents, preset: 'realistic' };
const sources = { bundled: async (path: string) => readFileSync(`public/${path}`), files: {} };
const { run } = await openRun(setup, { ...sources, isLarge: true });
const { signal } = new AbortController();
while (run.tick < rounds) await run.step(run.policy, signal);
const { machine } = run;
const everyOther = Array.from({ length: agents / 2 }, (_, i) => 2 * i);
// Keyframes are made by the first look at the past; any view of the page has taken it before.
const first = timed(() => machine.past.at(run.tick));
console.log(
  JSON.stringify(
    {
      node: process.version,
      agents,
      rounds,
      rows: machine.log.rows,
      look_ms: first,
      whole_run_ms: timed(() => computeRunStatistics(machine)),
      half_of_the_rounds_ms: timed(() => computeRunStatistics(machine, { from: rounds / 2 })),
      half_of_the_agents_ms: timed(() => computeRunStatistics(machine, { agents: everyOther })),
    },
    null,
    1,
  ),
);
