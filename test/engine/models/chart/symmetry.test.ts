import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../runs.ts';
import { playChart, scxml } from './playing.ts';

const WORLDS = IS_LONG ? 2000 : 800;

/** How many more agents are in the first state than in the second, as a share of all, in each of some worlds. */
async function leads(
  states: readonly [string, string],
  world: (seed: number) => ReturnType<typeof playChart>,
) {
  const found: number[] = [];
  for (let seed = 1; seed <= WORLDS; seed++) {
    const { machine } = await world(seed);
    const { chart, population } = machine;
    const [first, second] = states.map(name => {
      const state = chart.stateNumber.get(name)!;
      let count = 0;
      for (let agent = 0; agent < population.size; agent++) if (machine.isActive(agent, state)) count++;
      return count;
    });
    found.push((first! - second!) / population.size);
  }
  return found;
}

/** Whether neither side is ahead more than four standard errors of the mean. */
function expectEven(found: readonly number[]) {
  const mean = found.reduce((sum, lead) => sum + lead, 0) / found.length;
  const variance = found.reduce((sum, lead) => sum + (lead - mean) ** 2, 0) / (found.length - 1);
  expect(variance).toBeGreaterThan(0);
  expect(Math.abs(mean)).toBeLessThan(4 * Math.sqrt(variance / found.length));
  const ahead = found.filter(lead => lead > 0).length;
  const decided = found.filter(lead => lead !== 0).length;
  expect(Math.abs(ahead - decided / 2)).toBeLessThan(2 * Math.sqrt(decided));
}

const camp = (name: string) => ({
  joins: `<transition sc:trigger="joins ${name}" sc:rate="0.9" sc:per="${name}" target="${name}"/>`,
  begins: `<transition sc:rate="0.5" target="${name}"/>`,
});
/** Two camps that win whoever is open; in the text one of them stands first. */
const camps = (first: string, second: string) =>
  scxml(`
    <state id="open"><transition event="seed" target="early"/>${camp(first).joins}${camp(second).joins}</state>
    <state id="early">${camp(first).begins}${camp(second).begins}</state>
    <state id="red"/><state id="blue"/>`);

describe('camps that are alike', () => {
  it.each([
    ['red', 'blue'],
    ['blue', 'red'],
  ])('are ahead as often as each other, whichever is written first: %s, %s', async (first, second) => {
    const text = camps(first, second);
    const setup = { agents: 60, parameters: { seeded: 0.2, stimulus: 0 } };
    expectEven(await leads(['red', 'blue'], seed => playChart(6, { ...setup, seed }, text)));
  });

  it.each(IS_LONG ? [0.03, 0.1, 0.3, 0.6, 0.8, 1] : [1])(
    'are so in the preset opinion with a persuasion of %f',
    async persuasion => {
      const setup = { preset: 'opinion', agents: 80, parameters: { persuasion } };
      expectEven(await leads(['for', 'against'], seed => playChart(25, { ...setup, seed })));
    },
  );
});
