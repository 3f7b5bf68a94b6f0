import { readFileSync } from 'node:fs';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import { Random } from '../../src/engine/core/random.ts';
import { ChartDomain } from '../../src/engine/models/chart/chartDomain.ts';
import { chart } from '../../src/engine/models/chart/chartModel.ts';
import type { ChartState } from '../../src/engine/models/chart/chartState.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import { computeIntegerPower } from '../../src/engine/statechart/timing/rates.ts';

const TICKS = 100;
const [SUSCEPTIBLE, INFECTED, RECOVERED] = [0, 1, 2];

/** Names of what is measured, with the number of agents. */
export const BY_HAND: Readonly<Record<string, number>> = {
  'SIR tick by hand, 100k': 100_000,
  'SIR tick by hand, 1M': 1_000_000,
};

/**
 * The floor of `SIR tick`: the same infection with the same draws in typed arrays, for this one chart, without log,
 * history or hash. The engine plays it as well, and both must end with as many in each state.
 */
export async function measureByHand(name: string) {
  const agents = BY_HAND[name];
  const { run } = await openRun(
    { ...createDefaultSetup(chart), network: 'small-world', preset: 'sir', agents },
    { bundled: async path => new Uint8Array(readFileSync(`public/${path}`)), files: {} },
  );
  const { inputs } = run.state as unknown as ChartState;
  const { offsets, targets } = inputs.network;
  const { transmission, recovery, seeded } = run.config.parameters as Record<string, number>;
  const random = new Random(run.config.seed, ChartDomain.rates);
  const state = new Uint8Array(agents);
  const infected = new Int32Array(agents);
  const changed: number[] = [];
  const begun = process.cpuUsage();
  for (let tick = 1; tick <= TICKS; tick++) {
    changed.length = 0;
    for (let agent = 0; agent < agents; agent++) {
      if (tick === 1 && random.unit(agent, 0, 0, 1) < seeded) changed.push(agent);
      else if (state[agent] === SUSCEPTIBLE) {
        if (infected[agent] === 0) continue;
        const chance = 1 - computeIntegerPower(1 - transmission, infected[agent]);
        if (random.unit(agent, tick, 0) < chance) changed.push(agent);
      } else if (state[agent] === INFECTED && random.unit(agent, tick, 0) < recovery) changed.push(agent);
    }
    for (const agent of changed) {
      const change = state[agent] === SUSCEPTIBLE ? 1 : -1;
      state[agent]++;
      for (let edge = offsets[agent]; edge < offsets[agent + 1]; edge++) infected[targets[edge]] += change;
    }
  }
  const { user, system } = process.cpuUsage(begun);
  const { signal } = new AbortController();
  while (run.tick < TICKS) await run.step(run.policy, signal);
  const ends = [[...state], [...run.state.population.state]].map(of =>
    [SUSCEPTIBLE, INFECTED, RECOVERED].map(one => of.filter(it => it === one).length),
  );
  if (`${ends[0]}` !== `${ends[1]}`) throw new Error(`by hand ${ends[0]}, played ${ends[1]}`);
  return { name, agents, ms_per_round: (user + system) / 1000 / TICKS, hash: run.hash };
}
