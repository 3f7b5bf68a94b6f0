import { readFileSync } from 'node:fs';
import { Random } from '../../src/engine/core/random.ts';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import { OPTIONS } from '../../src/engine/models/social/asking/policy.ts';
import type { SocialModelState } from '../../src/engine/models/social/socialModel.ts';

/**
 * What moods do to the order of an agent's reactions: `npm run bench -- moods`. One line of JSON for each preset: both
 * charts, each beside the same decisions in random order within each agent, which keeps how often each one reacts.
 */
const SEEDS = 24;
const ROUNDS = 480;
const WARM_UP = 60;
/** Reactions in a row that count as a spree, and posts ignored in a row that count as a spell. */
const SPREE = 3;
const SPELL = 10;
const SHUFFLING = 200;

/** Decisions of each agent in order: 1 for a like, reply or reshare, 0 for ignored. */
type Sequences = readonly (readonly number[])[];

async function play(seed: number, preset: string, moods: boolean): Promise<Sequences> {
  const parameters = { moods, warm_up: WARM_UP };
  const { run } = await openRun(
    { ...DEFAULT_SETUP, network: 'congress', preset, seed, parameters },
    { bundled: async path => new Uint8Array(readFileSync(`public/${path}`)), files: {} },
  );
  const { signal } = new AbortController();
  while (run.tick < ROUNDS) await run.step(run.policy, signal);
  const { decisions } = run.state as SocialModelState;
  const sequences = Array.from({ length: run.config.agents }, (): number[] => []);
  for (let row = 0; row < decisions.count; row++) {
    const option = decisions.option.data[row];
    if (decisions.tick.data[row] > 0 && option < OPTIONS.length)
      sequences[decisions.agent.data[row]].push(option === 0 ? 0 : 1);
  }
  return sequences;
}

/** The same decisions, each agent's in random order (Fisher and Yates). */
function shuffled(sequences: Sequences, seed: number): Sequences {
  const random = new Random(seed, SHUFFLING);
  return sequences.map((own, agent) => {
    const order = [...own];
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random.unit(agent, i, 0) * (i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  });
}

/** Lengths of the runs of one kind, over all agents. */
function runsOf(sequences: Sequences, kind: number): number[] {
  const lengths: number[] = [];
  for (const own of sequences)
    for (let i = 0; i < own.length; ) {
      let end = i;
      while (end < own.length && own[end] === own[i]) end++;
      if (own[i] === kind) lengths.push(end - i);
      i = end;
    }
  return lengths;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const share = (part: number, all: number): number => (all === 0 ? 0 : part / all);

function measures(sequences: Sequences) {
  const [ignored, reacted] = [0, 1].map(kind => runsOf(sequences, kind));
  const after = (before: number) => {
    const next = sequences.flatMap(own => own.slice(1).filter((_, i) => own[i] === before));
    return share(sum(next), next.length);
  };
  const inLong = (lengths: readonly number[], least: number) =>
    share(sum(lengths.filter(length => length >= least)), sum(lengths));
  return {
    /** Share of the posts seen that the agent reacts to. */
    reacts: share(sum(reacted), sum(reacted) + sum(ignored)),
    /** By how much likelier a reaction is right after one than after an ignored post. */
    momentum: after(1) - after(0),
    reactions_in_a_row: share(sum(reacted), reacted.length),
    ignored_in_a_row: share(sum(ignored), ignored.length),
    /** Shares of the reactions that stand in sprees, and of the ignored posts in spells. */
    in_sprees: inLong(reacted, SPREE),
    in_spells: inLong(ignored, SPELL),
  };
}

type Measures = ReturnType<typeof measures>;

/** Median over the seeds, with the least and the most. */
function spread(values: readonly number[]): readonly number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
  return [middle, sorted[0], sorted[sorted.length - 1]].map(value => Number(value.toFixed(3)));
}

function overSeeds(all: readonly Measures[]): Record<string, readonly number[]> {
  const names = Object.keys(all[0]) as (keyof Measures)[];
  return Object.fromEntries(names.map(name => [name, spread(all.map(one => one[name]))]));
}

/** The momentum beyond what agents that react more often than others have anyway, seed by seed. */
const beyond = (found: readonly Measures[], baseline: readonly Measures[]): readonly number[] =>
  spread(found.map(({ momentum }, i) => momentum - baseline[i].momentum));

for (const preset of ['showcase', 'realistic']) {
  const found: Record<string, Measures[]> = {};
  for (let seed = 1; seed <= SEEDS; seed++)
    for (const moods of [false, true]) {
      const chart = moods ? 'with moods' : 'flat';
      const sequences = await play(seed, preset, moods);
      for (const [name, decisions] of [
        [chart, sequences],
        [`${chart}, shuffled`, shuffled(sequences, seed)],
      ] as const) {
        found[name] ??= [];
        found[name].push(measures(decisions));
      }
    }
  const rows = Object.entries(found).map(([name, all]) => [name, overSeeds(all)]);
  const momentum_beyond_rates = Object.fromEntries(
    ['flat', 'with moods'].map(chart => [chart, beyond(found[chart], found[`${chart}, shuffled`])]),
  );
  const result = { preset, seeds: SEEDS, rounds: ROUNDS, momentum_beyond_rates, ...Object.fromEntries(rows) };
  console.log(JSON.stringify(result));
}
