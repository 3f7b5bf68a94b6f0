import { readFileSync } from 'node:fs';
import { Agent, Environment } from 'flocc';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import { Random } from '../../src/engine/core/random.ts';
import { ChartDomain } from '../../src/engine/models/chart/chartDomain.ts';
import { chart } from '../../src/engine/models/chart/chartModel.ts';
import type { ChartState } from '../../src/engine/models/chart/chartState.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import { computeIntegerPower } from '../../src/engine/statechart/timing/rates.ts';

const TICKS = 100;
const [SUSCEPTIBLE, INFECTED, RECOVERED] = [0, 1, 2];

/** Plays the ticks of an infection. @returns each agent's state at the end */
type Play = (infection: Infection) => Uint8Array;

interface Infection {
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  readonly transmission: number;
  readonly recovery: number;
  readonly seeded: number;
  readonly random: Random;
}

/** Names of what is measured. */
export const BY_HAND: Readonly<Record<string, { readonly agents: number; readonly play: Play }>> = {
  'SIR tick by hand, 100k': { agents: 100_000, play: playInArrays },
  'SIR tick by hand, 1M': { agents: 1_000_000, play: playInArrays },
  'SIR tick in flocc, 100k': { agents: 100_000, play: playInFlocc },
};

/** In typed arrays, for this one chart, without log, history or hash: the floor of `SIR tick`. */
function playInArrays({ offsets, targets, transmission, recovery, seeded, random }: Infection): Uint8Array {
  const agents = offsets.length - 1;
  const state = new Uint8Array(agents);
  const infected = new Int32Array(agents);
  const changed: number[] = [];
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
  return state;
}

/** As agents of flocc, each of which counts the infected among those that it hears, by its documentation's means. */
function playInFlocc({ offsets, targets, transmission, recovery, seeded, random }: Infection): Uint8Array {
  const environment = new Environment();
  const all = Array.from({ length: offsets.length - 1 }, () => new Agent({ state: SUSCEPTIBLE }));
  const heard = all.map((): Agent[] => []);
  for (const [agent, one] of all.entries()) {
    for (let edge = offsets[agent]; edge < offsets[agent + 1]; edge++) heard[targets[edge]].push(one);
    environment.addAgent(one);
  }
  let tick = 0;
  for (const [agent, one] of all.entries())
    one.set('tick', () => {
      const state: number = one.get('state');
      if (tick === 1 && random.unit(agent, 0, 0, 1) < seeded) return { state: state + 1 };
      if (state === INFECTED && random.unit(agent, tick, 0) < recovery) return { state: RECOVERED };
      if (state !== SUSCEPTIBLE) return {};
      let infected = 0;
      for (const other of heard[agent]) if (other.get('state') === INFECTED) infected++;
      if (infected === 0) return {};
      const chance = 1 - computeIntegerPower(1 - transmission, infected);
      return random.unit(agent, tick, 0) < chance ? { state: INFECTED } : {};
    });
  for (tick = 1; tick <= TICKS; tick++) environment.tick({ randomizeOrder: false });
  return Uint8Array.from(all, one => one.get('state'));
}

/** The infection of `SIR tick` by the same draws. The engine plays it as well, and both must end with the same states. */
export async function measureByHand(name: string) {
  const { agents, play } = BY_HAND[name];
  const { run } = await openRun(
    { ...createDefaultSetup(chart), network: 'small-world', preset: 'sir', agents },
    { bundled: async path => new Uint8Array(readFileSync(`public/${path}`)), files: {} },
  );
  const { inputs } = run.state as unknown as ChartState;
  const { offsets, targets } = inputs.network;
  const { transmission, recovery, seeded } = run.config.parameters as Record<string, number>;
  const random = new Random(run.config.seed, ChartDomain.rates);
  const begun = process.cpuUsage();
  const state = play({ offsets, targets, transmission, recovery, seeded, random });
  const { user, system } = process.cpuUsage(begun);
  const { signal } = new AbortController();
  while (run.tick < TICKS) await run.step(run.policy, signal);
  const differing = run.state.population.state.findIndex((played, agent) => played !== state[agent]);
  if (differing >= 0) throw new Error(`agent ${differing} does not end as in the engine`);
  return { name, agents, ms_per_round: (user + system) / 1000 / TICKS, hash: run.hash };
}
