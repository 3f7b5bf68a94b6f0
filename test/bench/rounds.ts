import { readFileSync } from 'node:fs';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import { chart } from '../../src/engine/models/chart/chartModel.ts';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { governed } from '../../src/engine/models/governed/governedModel.ts';
import { librarian } from '../../src/engine/models/librarian/librarianModel.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import { workflow } from '../../src/engine/models/workflow/workflowModel.ts';
import type { Setup } from '../../src/engine/setup/config.ts';

interface Job {
  readonly setup: Setup;
  readonly rounds: number;
}

const social = (network: string, agents: number | null, rounds: number, moods = false): Job => ({
  setup: { ...DEFAULT_SETUP, network, agents, preset: 'realistic', parameters: { moods } },
  rounds,
});

/** Any chart: an infection on a small-world network, while it spreads. */
const infection = (agents: number): Job => ({
  setup: { ...createDefaultSetup(chart), network: 'small-world', preset: 'sir', agents },
  rounds: 100,
});

/** All missions under way at once, while all of them still are. */
const missions = (agents: number): Job => ({
  setup: { ...createDefaultSetup(governed), agents, parameters: { active: agents, governance: false } },
  rounds: 4,
});

/** All read and are asked. */
const librarians = (agents: number): Job => ({
  setup: { ...createDefaultSetup(librarian), agents },
  rounds: 40,
});

/** All have come, and make, test and sell. */
const workflows = (agents: number): Job => ({
  setup: { ...createDefaultSetup(workflow), agents },
  rounds: 40,
});

/** To their end. */
const allCycles = (agents: number): Job => ({ ...librarians(agents), rounds: Number.POSITIVE_INFINITY });

/** The example goes on for as long as it is asked to. */
const longWorkflow = (agents: number, rounds: number): Job => ({
  setup: { ...createDefaultSetup(workflow), agents, parameters: { ticks: rounds } },
  rounds,
});

/**
 * Whole rounds. Social: feed, policy, posts, cascades, log, hash. Governed: characters, prompts, search, rules, log.
 * Librarian: strategies, prompts, XML, memory, log. Workflow: conditions, code, prompts, answers, market, log.
 */
export const ROUNDS: Readonly<Record<string, Job>> = {
  'social round, congress': social('congress', null, 480),
  'social round, lastfm': social('lastfm', null, 480),
  'social round, scale-free 100k': social('scale-free', 100_000, 60),
  'social round, scale-free 1M': social('scale-free', 1_000_000, 60),
  'social round with moods, 100k': social('scale-free', 100_000, 60, true),
  'SIR tick, 100k': infection(100_000),
  'SIR tick, 1M': infection(1_000_000),
  'governed round, 500': missions(500),
  'governed round, 10k': missions(10_000),
  'librarian round, 500': librarians(500),
  'librarian round, 10k': librarians(10_000),
  'workflow round, 500': workflows(500),
  'workflow round, 10k': workflows(10_000),
  'librarian run, 10k': allCycles(10_000),
  'workflow run, 500 for 2,000 ticks': longWorkflow(500, 2_000),
};

/** CPU milliseconds to make the run, and of a round after the warm-up; what is kept in memory, and the process's peak. */
export async function measureRounds(name: string) {
  const { setup, rounds } = ROUNDS[name];
  const begun = process.cpuUsage();
  const { run } = await openRun(setup, {
    bundled: async path => new Uint8Array(readFileSync(`public/${path}`)),
    files: {},
  });
  const made = process.cpuUsage(begun);
  const { signal } = new AbortController();
  while (run.tick < 0) await run.step(run.policy, signal);
  const { table, log } = run.machine;
  const [rows, misses] = [log.rows, table.misses];
  const start = process.cpuUsage();
  while (run.tick < rounds && !run.state.isOver) await run.step(run.policy, signal);
  const { user, system } = process.cpuUsage(start);
  const peak = process.resourceUsage().maxRSS / 1024;
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return {
    name,
    agents: run.config.agents,
    made_ms: (made.user + made.system) / 1000,
    rounds: run.tick,
    ms_per_round: (user + system) / 1000 / run.tick,
    transitions_per_round: log.rows / (run.tick + run.config.warmUp),
    ns_per_transition: ((user + system) * 1000) / (log.rows - rows),
    // In a flat chart nothing is left to be asked.
    ...(!run.machine.chart.isFlat && { remembered: 1 - (table.misses - misses) / (log.rows - rows) }),
    kept_mb: (heapUsed + arrayBuffers) / 2 ** 20,
    peak_mb: peak,
    hash: run.hash,
  };
}
