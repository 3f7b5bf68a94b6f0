import { expect, it } from 'vitest';
import { createRun, play } from '../../src/package/runs.ts';
import { playWorlds } from '../../src/package/worlds.ts';

const SOURCES = { root: new URL('../../public/', import.meta.url) };
const SETUP = { model: 'chart', preset: 'sir', agents: 80 };

it('plays the same worlds with and without another parameter, and shows how they differ', async () => {
  const seen: number[] = [];
  const arms = { none: { transmission: 0 } };
  const after = ({ world }: { world: number }) => seen.push(world);
  const [own, none] = await playWorlds(SETUP, { worlds: 6, rounds: 30, arms, after }, SOURCES);
  expect(seen).toHaveLength(12);
  expect([own.label, none.label]).toEqual(['', 'none']);
  const [moved] = own.outcomes;
  expect(moved).toMatchObject({ name: 'ever_moved', n: 6 });
  expect(none.outcomes[0].mean).toBeLessThan(moved.mean!);
  const values = own.worlds.map(({ outcomes }) => outcomes[0]!);
  expect(moved.mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / 6);
  expect(none.differences![0].mean).toBeCloseTo(none.outcomes[0].mean! - moved.mean!);
  expect(own.differences).toBeNull();
  const [world] = own.worlds;
  const run = await play(await createRun({ ...SETUP, seed: world.seed }, SOURCES), 30);
  expect(run.hash).toBe(world.hash);
});

it('says what is wrong in one line', async () => {
  await expect(playWorlds(SETUP, { worlds: 0, rounds: 3 }, SOURCES)).rejects.toThrow('0 worlds');
  await expect(playWorlds(SETUP, { worlds: 2, rounds: 3, arms: { '': {} } }, SOURCES)).rejects.toThrow(
    'needs a label',
  );
  const play = (order: unknown) => playWorlds(SETUP, order as Parameters<typeof playWorlds>[1], SOURCES);
  await expect(play(undefined)).rejects.toThrow('playWorlds needs an order');
  await expect(play({ world: 5 })).rejects.toThrow('no option "world"; did you mean "worlds"?');
  await expect(play({ worlds: '2', rounds: 3 })).rejects.toThrow('"2" worlds of 1 set-up');
  await expect(play({ worlds: 2 })).rejects.toThrow('rounds must be a whole number from 1 to');
  await expect(play({ worlds: 2, rounds: 3, arms: [{ chance: 1 }] })).rejects.toThrow('arms of playWorlds');
  await expect(play({ worlds: 2, rounds: 3, arms: { a: 2 } })).rejects.toThrow('arm "a" needs values');
  await expect(
    playWorlds(SETUP, { worlds: 2, rounds: 3, arms: { a: { speed: 2 } } }, SOURCES),
  ).rejects.toThrow('"speed"');
});

it('names a parameter of an arm that the model does not have, and a value of another type', async () => {
  const order = { worlds: 2, rounds: 5 };
  await expect(playWorlds(SETUP, { ...order, arms: { none: { transmision: 0 } } }, SOURCES)).rejects.toThrow(
    'parameter "transmision" is unknown to model chart; did you mean "transmission"?',
  );
  await expect(
    playWorlds(SETUP, { ...order, arms: { none: { transmission: '0' } } }, SOURCES),
  ).rejects.toThrow('parameter "transmission" is "0", needs a number');
});
