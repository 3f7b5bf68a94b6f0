import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Domain, Random } from '../../src/engine/core/random.ts';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { createRun, type Loaded, loadSetup } from '../../src/engine/models/openRun.ts';
import type { Oracle } from '../../src/engine/oracle/oracle.ts';
import type { Run } from '../../src/engine/run/run.ts';
import { FileFolder } from '../../src/storage/fileFolder.ts';
import { RunKeeper } from '../../src/storage/runKeeper.ts';
import { LookingBack } from '../../src/workers/engine/reading/lookingBack.ts';
import { mixedAnswers } from '../engine/mixedAnswers.ts';

/**
 * What keeping a run and looking back cost: `npm run bench -- kept`, one line of JSON for each number of agents. A social run
 * of 60 rounds and more: milliseconds of the clock a round without keeping and with, by turns, and from any round to any other.
 */
const SIZES = [
  // Rounds that are kept: a second and more, for the first write has all of the set-up.
  { agents: 10_000, kept: 600 },
  { agents: 100_000, kept: 60 },
];
/** Rounds at which one looks. */
const ROUNDS = 60;
const LOOKS = 60;
/** Milliseconds from one look to the next press of whoever looks. */
const BETWEEN = 400;
/** Milliseconds between two writes of a run of the policy, as on the page. */
const EVERY = 500;

const NEVER = new AbortController().signal;
const loadedFor = (agents: number): Promise<Loaded> =>
  loadSetup(
    { ...DEFAULT_SETUP, network: 'scale-free', agents, preset: 'realistic' },
    { bundled: async path => readFileSync(`public/${path}`), files: {}, isLarge: true },
  );
const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;
const quantile = (values: readonly number[], q: number): number =>
  rounded([...values].sort((a, b) => a - b)[Math.floor(q * (values.length - 1))]);

async function begun(loaded: Loaded): Promise<Run> {
  const run = createRun(loaded);
  while (run.tick < 0) await run.step(run.policy, NEVER);
  return run;
}

/** Milliseconds that something takes. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The same run twice, round by round in turns: as it is, and kept. @param every milliseconds between two writes */
async function keeping(loaded: Loaded, rounds: number, oracleOf: (run: Run) => Oracle, every: number) {
  const path = mkdtempSync(join(tmpdir(), 'statescope-bench-'));
  const [plain, run] = [await begun(loaded), await begun(loaded)];
  const parts = { run, setup: loaded.setup, files: loaded.files, spent: () => null };
  const keeper = new RunKeeper(new FileFolder(path), parts, null);
  const [without, withIt]: [number[], number[]] = [[], []];
  let wrote = 0;
  const keptRound = async () => {
    await run.step(oracleOf(run), NEVER);
    if (performance.now() - wrote < every) return;
    await keeper.write();
    wrote = performance.now();
  };
  const plainRound = () => plain.step(oracleOf(plain), NEVER);
  for (let round = 0; round < rounds; round++) {
    // Who is first has the other's data in the processor's memory.
    if (round % 2 === 0) without.push(await timed(plainRound));
    withIt.push(await timed(keptRound));
    if (round % 2 === 1) without.push(await timed(plainRound));
  }
  const { bytes } = await keeper.write();
  keeper.close();
  rmSync(path, { recursive: true });
  const mean = (values: readonly number[]) => rounded(values.reduce((sum, ms) => sum + ms, 0) / rounds);
  return { round_ms: mean(without), kept_round_ms: mean(withIt), kB_a_round: rounded(bytes / 1000 / rounds) };
}

/** Looks at rounds chosen at random after the run was played as the page's worker plays it. */
async function scrubbing(loaded: Loaded) {
  const run = await begun(loaded);
  const past = new LookingBack(run, loaded);
  while (run.tick < ROUNDS) past.sealed(await timed(() => run.step(run.policy, NEVER)));
  const random = new Random(1, Domain.profile);
  const looks: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    const tick = 1 + Math.floor(random.unit(look, 0, 0) * (ROUNDS - 1));
    looks.push(await timed(() => past.at(tick, at => at.hash)));
    await new Promise(resolve => setTimeout(resolve, BETWEEN));
  }
  return { look_p50_ms: quantile(looks, 0.5), look_p95_ms: quantile(looks, 0.95) };
}

for (const { agents, kept } of SIZES) {
  const loaded = await loadedFor(agents);
  const policy = await keeping(loaded, kept, run => run.policy, EVERY);
  const mixed = (run: Run): Oracle => ({ ...mixedAnswers(run), record: { kind: 'mixed' } });
  const answers = await keeping(loaded, kept, mixed, 0);
  console.log(JSON.stringify({ agents, policy, answers, scrubbing: await scrubbing(loaded) }));
}
