// npm run bench -- pauses [ROUNDS]: CPU milliseconds of a round with none and with ten conditions looked at after it,
// by turns in one process, medians; prints JSON.
import { readFileSync } from 'node:fs';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import { readCondition } from '../../src/engine/conditions/condition.ts';
import { collectConditionNames, RunWatch } from '../../src/engine/conditions/runWatch.ts';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { getAgentModelEntry } from '../../src/engine/models/index.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import type { Run } from '../../src/engine/run/run.ts';
import type { Setup } from '../../src/engine/setup/config.ts';

/** What is played and looked for, of all kinds; hardly one is ever met. */
const OF_ANY = ['fails', 'agent_023 moves', 'agent_031: ticks_in_state > 60000'];
const OF_PEOPLE = [
  ...OF_ANY,
  'agent_005 enters composing',
  'agent_017 takes timeout',
  'largest_cascade >= 450',
  'posts >= 10000000',
  'active_share >= 1',
  'composing > 450',
  'any agent: interest > 2 and session_left < 3',
];
const OF_TRADERS = [
  ...OF_ANY,
  'agent_005 enters shipping',
  'agent_017 takes pivot',
  'sold >= 100000',
  'profit < -100000',
  'shipping >= 500',
  'agent_003: hand == "gold"',
  'any agent: balance < -1000 and hand == "works"',
];
const CASES: readonly {
  readonly name: string;
  readonly part: Partial<Setup>;
  readonly ten: readonly string[];
}[] = [
  { name: 'congress', part: { network: 'congress' }, ten: OF_PEOPLE },
  { name: 'lastfm', part: { network: 'lastfm' }, ten: OF_PEOPLE },
  { name: 'workflow, 500 agents', part: { model: 'workflow', agents: 500 }, ten: OF_TRADERS },
];

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const medianOf = (samples: number[]): number => samples.sort((a, b) => a - b)[samples.length >> 1];
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

const rounds = Number(process.argv[2] ?? 120);
const { signal } = new AbortController();
const sources = { bundled: async (path: string) => readFileSync(`public/${path}`), files: {} };

async function opened(part: Partial<Setup>): Promise<Run> {
  const defaults = createDefaultSetup(await getAgentModelEntry(part.model ?? DEFAULT_SETUP.model).model());
  const { run } = await openRun({ ...defaults, ...part, seed: 1 }, sources);
  while (run.tick < 0) await run.step(run.policy, signal);
  return run;
}

/** Round by round, by turns without and with the conditions, so that both meet the same rounds of two equal runs. */
async function measured({ name, part, ten: texts }: (typeof CASES)[number]) {
  const [plain, watched] = [await opened(part), await opened(part)];
  const watch = new RunWatch(
    watched,
    texts.map(text => readCondition(text, collectConditionNames(watched))),
  );
  const samples: [number[], number[]] = [[], []];
  for (let tick = 1; tick <= rounds; tick++) {
    const sides = [
      async () => void (await plain.step(plain.policy, signal)),
      async () => {
        await watched.step(watched.policy, signal);
        watch.met();
      },
    ];
    for (const side of tick % 2 === 0 ? [0, 1] : [1, 0]) {
      const start = cpu();
      await sides[side]();
      samples[side].push(cpu() - start);
    }
  }
  const [none, ten] = samples.map(medianOf);
  return { name, round_ms: rounded(none), with_ten_ms: rounded(ten), ratio: rounded(ten / none) };
}

const rows = [];
for (const one of CASES) rows.push(await measured(one));
console.log(JSON.stringify({ node: process.version, rounds, rows }, null, 1));
