import { openAgents, playTicks, stateOf } from './playing.ts';

const AGENTS = 12;

/** Results of a workflow's runs, a value for each seed from 1: means over its agents at the end. */
export interface Standing {
  readonly name: string;
  /** Scrip made by selling. */
  readonly profit: readonly number[];
  /** Artifacts sold, and offers that were sent back. */
  readonly sold: readonly number[];
  readonly returned: readonly number[];
  /** Scrip in hand. */
  readonly balance: readonly number[];
}

/** Whole runs of twelve agents and 200 ticks, decided by the built-in policy. */
export async function standingOf(name: string, text: string, seeds: number): Promise<Standing> {
  const standing = {
    name,
    profit: [] as number[],
    sold: [] as number[],
    returned: [] as number[],
    balance: [] as number[],
  };
  for (let seed = 1; seed <= seeds; seed++) {
    const run = await playTicks(await openAgents({ text, setup: { seed, agents: AGENTS } }), 200);
    const { world } = stateOf(run);
    const { sold, volume, costs } = world.totals;
    const events = world.artifacts.flatMap(artifact => artifact.events);
    standing.profit.push((volume - costs) / AGENTS);
    standing.sold.push(sold / AGENTS);
    standing.returned.push(events.filter(({ kind }) => kind === 'returned').length / AGENTS);
    standing.balance.push(mean(world.traders.map((_, agent) => world.balanceOf(agent, run.tick))));
  }
  return standing;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean of some values, and half the width of its 95 % interval: Student's, by an expansion that is 1 % off at 5 degrees of freedom. */
export function interval(values: readonly number[]): { readonly mean: number; readonly half: number } {
  const middle = mean(values);
  const freedom = values.length - 1;
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / freedom;
  const z = 1.96;
  const t = z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
  return { mean: middle, half: t * Math.sqrt(variance / values.length) };
}

/** Differences of two workflows' profits, seed by seed. */
export const lead = (better: Standing, worse: Standing): readonly number[] =>
  better.profit.map((profit, i) => profit - worse.profit[i]);
