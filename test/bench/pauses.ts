// npm run bench -- pauses [ROUNDS]: CPU milliseconds of a round with none and with ten conditions looked at after it,
// by turns in one process, medians; prints JSON.
import { readFileSync } from 'node:fs';
import { DEFAULT_SETUP } from '../../src/engine/models/usual.ts';
import { openRun } from '../../src/engine/open.ts';
import type { Run } from '../../src/engine/run.ts';
import { readCondition } from '../../src/engine/until/condition.ts';
import { namesOf, RunWatch } from '../../src/engine/until/watch.ts';

/** Of all kinds; hardly one that is ever met. */
const TEN = [
  'agent_005 enters composing',
  'agent_017 takes timeout',
  'agent_023 moves',
  'fails',
  'largest_cascade >= 450',
  'posts >= 10000000',
  'active_share >= 1',
  'composing > 450',
  'any agent: interest > 2 and session_left < 3',
  'agent_031: ticks_in_state > 60000',
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

async function opened(network: string): Promise<Run> {
  const { run } = await openRun({ ...DEFAULT_SETUP, network, seed: 1 }, sources);
  while (run.tick < 0) await run.step(run.policy, signal);
  return run;
}

/** Round by round, by turns without and with the conditions, so that both meet the same rounds of two equal runs. */
async function measured(network: string) {
  const [plain, watched] = [await opened(network), await opened(network)];
  const watch = new RunWatch(
    watched,
    TEN.map(text => readCondition(text, namesOf(watched))),
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
  return { network, round_ms: rounded(none), with_ten_ms: rounded(ten), ratio: rounded(ten / none) };
}

const rows = [];
for (const network of ['congress', 'lastfm']) rows.push(await measured(network));
console.log(JSON.stringify({ node: process.version, rounds, rows }, null, 1));
