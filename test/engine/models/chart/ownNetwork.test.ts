import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import { chart } from '../../../../src/engine/models/chart/chartModel.ts';
import { openRun } from '../../../../src/engine/models/openRun.ts';
import { computeShareInterval } from '../../../../src/engine/statistics/intervals/computeShareInterval.ts';
import { playTo } from '../../play.ts';

const ROOT = new URL('../../../../', import.meta.url);
const NAME = 'karate_networkx.edgelist';
const bytes = readFileSync(new URL(`test/fixtures/networks/cases/${NAME}`, ROOT));
const sources = {
  bundled: async (path: string) => readFileSync(new URL(`public/${path}`, ROOT)),
  files: { network: [{ name: NAME, bytes }] },
};
const WORLDS = 200;

/** Mean final size of an infection with one seed, and its interval of 99.99 %. */
async function finalSize(direction: 'both' | 'followed') {
  const sizes: number[] = [];
  for (let seed = 1; seed <= WORLDS; seed++) {
    const parameters = { transmission: 0.2, recovery: 0.2, seeded: 0.0001 };
    const setup = {
      ...createDefaultSetup(chart),
      network: 'file',
      direction,
      preset: 'sir',
      seed,
      parameters,
    };
    const { run } = await openRun(setup, sources);
    while (!run.state.isOver) await playTo(run, run.tick + 1);
    sizes.push(run.outcomesAt(run.tick)[0]!);
  }
  return computeShareInterval(sizes, new Array(WORLDS).fill(1), 5e-5)!;
}

it('an infection of the karate club reaches 70 % of its members both ways, and less than a fifth one way', async () => {
  const [low, high] = await finalSize('both');
  expect(low).toBeLessThan(0.701);
  expect(high).toBeGreaterThan(0.701);
  expect(high - low).toBeLessThan(0.25);
  expect((await finalSize('followed'))[1]).toBeLessThan(0.2);
});

it('agents are named by the labels of their network, if it has labels', async () => {
  const text = new TextEncoder().encode('ada,ben\nben,cleo\n');
  const files = { network: [{ name: 'friends.csv', bytes: text }] };
  const setup = { ...createDefaultSetup(chart), network: 'file' };
  const { run } = await openRun(setup, { ...sources, files });
  expect([0, 1, 2].map(agent => run.state.nameOf(agent))).toEqual(['ada', 'ben', 'cleo']);
  const { run: karate } = await openRun(setup, sources);
  expect(karate.state.nameOf(0)).toBe('agent_001');
});
