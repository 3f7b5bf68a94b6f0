import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Stage {
  readonly name: string;
  readonly cores?: number;
  readonly after?: readonly string[];
}
const SCRIPT: string = join(import.meta.dirname, '../../scripts/runStages.mjs');
const { runStages } = await import(SCRIPT);

/** Beginnings and ends in order, where each stage takes a number of turns. */
async function orderOf(stages: readonly (Stage & { readonly turns: number })[], cores = 2) {
  const order: string[] = [];
  const results = await runStages(stages, {
    run: async ({ name, turns }: Stage & { turns: number }) => {
      order.push(`${name} begins`);
      for (let i = 0; i < 10 * turns; i++) await null;
      return { name, ok: !name.startsWith('bad') };
    },
    cores,
    ended: ({ name }: Stage) => order.push(`${name} ends`),
  });
  expect(results.map(({ name }: Stage) => name)).toEqual(stages.map(({ name }) => name));
  return order;
}

describe('stages', () => {
  it('run side by side on as many cores as there are', async () => {
    const stages = [
      { name: 'a', turns: 9 },
      { name: 'b', turns: 2 },
      { name: 'c', turns: 1 },
    ];
    expect(await orderOf(stages)).toEqual([
      ...['a begins', 'b begins', 'b ends', 'c begins', 'c ends', 'a ends'],
    ]);
    expect(await orderOf(stages, 1)).toEqual(
      stages.flatMap(({ name }) => [`${name} begins`, `${name} ends`]),
    );
  });

  it('wait for all cores if they need them, and nothing begins before them', async () => {
    const order = await orderOf([
      { name: 'a', turns: 2 },
      { name: 'all', turns: 1, cores: 9 },
      { name: 'c', turns: 1 },
    ]);
    expect(order).toEqual(['a begins', 'a ends', 'all begins', 'all ends', 'c begins', 'c ends']);
  });

  it('begin when the one that they come after has ended', async () => {
    const order = await orderOf([
      { name: 'b', turns: 1, after: ['a'] },
      { name: 'a', turns: 1 },
    ]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    await expect(orderOf([{ name: 'b', turns: 1, after: ['no'] }])).rejects.toThrow('b comes after');
  });

  it('do not begin when the one that they come after has failed', async () => {
    const order = await orderOf([
      { name: 'bad a', turns: 1 },
      { name: 'b', turns: 1, after: ['bad a'] },
      { name: 'c', turns: 2 },
    ]);
    expect(order).toEqual(['bad a begins', 'c begins', 'bad a ends', 'b ends', 'c ends']);
  });
});
