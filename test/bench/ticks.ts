import { readFileSync } from 'node:fs';
import { openAgents } from '../engine/models/workflow/playing.ts';

/**
 * Processor time of a tick in which every agent's code does as much as it may: `npm run bench -- ticks`. One line of
 * JSON for each kind of code and number of agents, beside the bundled workflow with as many.
 */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  'sums of floats': Array.from({ length: 300 }, () => 'sum([0.5] * 7000)'),
  'products of large ints': Array.from({ length: 300 }, () => 'a = 3 ** 1290\nfor i in range(900): a * a'),
  'lists kept as variables': [
    "b = [0.5] * 1000 + [tick]\ncontext['x'] = [b] + [[tick]] * 700",
    "b = [0.25] * 1000 + [tick]\ncontext['y'] = [b] + [[tick]] * 700",
  ],
};
const TICKS = 2;

const workflowOf = (codes: readonly string[]): string => {
  const steps = codes.map((code, n) => ({ name: `step ${n}`, type: 'code', code }));
  const state_machine = { states: ['a', 'b'], initial_state: 'a', transitions: [] };
  return JSON.stringify({ workflow: { state_machine, steps } });
};

/** Milliseconds of processor time a tick, the mean of a few. */
async function measured(text: string, agents: number): Promise<number> {
  const run = await openAgents({ text, setup: { agents }, parameters: { arrival: 1 } });
  const { signal } = new AbortController();
  await run.step(run.policy, signal);
  const before = process.cpuUsage();
  for (let tick = 0; tick < TICKS; tick++) await run.step(run.policy, signal);
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1000 / TICKS);
}

const usual = readFileSync('public/workflows/completed.yaml', 'utf8');
for (const agents of [12, 1_000]) {
  console.log(
    JSON.stringify({ code: 'the bundled workflow', agents, tick_ms: await measured(usual, agents) }),
  );
  for (const [code, codes] of Object.entries(KINDS))
    console.log(JSON.stringify({ code, agents, tick_ms: await measured(workflowOf(codes), agents) }));
}
