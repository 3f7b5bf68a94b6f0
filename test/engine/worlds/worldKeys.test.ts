import { describe, expect, it } from 'vitest';
import { buildDataTables } from '../../../src/engine/export/tables/buildDataTables.ts';
import { createRun } from '../../../src/engine/models/openRun.ts';
import { createWorldKeys, listWorldKeys } from '../../../src/engine/worlds/worldKeys.ts';
import { computePlanId, getJobSeed, type Plan } from '../../../src/engine/worlds/worldPlan.ts';
import { loadedOf, MODELS as SMALL } from '../everyModel.ts';

async function planOf(arms: readonly Omit<Plan['arms'][number], 'setup'>[]): Promise<Plan> {
  const { setup } = await loadedOf('social', { network: 'small-world', agents: 10 }, 5);
  return {
    ...{ arms: arms.map(arm => ({ ...arm, setup })), worlds: 3, rounds: 2 },
    ...{ from: null, subject: null, files: null },
  };
}

describe('the first columns of a row', () => {
  it('are plan, arm, label, baseline, swept parameters, world and seed', async () => {
    const plan = await planOf([{ label: 'moods true', values: { moods: true, resharing: 2 } }]);
    expect(listWorldKeys(plan).map(({ name, type }) => `${name} ${type}`)).toEqual([
      ...['plan text', 'arm integer', 'label text', 'is_baseline boolean'],
      ...['moods boolean', 'resharing number', 'world integer', 'seed integer'],
    ]);
    const job = { arm: 0, world: 3 };
    expect(createWorldKeys(plan)(job)).toEqual([
      ...[computePlanId(plan), 0, 'moods true', null],
      ...[true, 2, 3, getJobSeed(plan, job)],
    ]);
  });

  it('name the first of two arms the baseline', async () => {
    const plan = await planOf([
      { label: '', values: {} },
      { label: 'liking=2', values: {} },
    ]);
    const labels = [0, 1].map(arm => createWorldKeys(plan)({ arm, world: 1 }).slice(1, 4));
    expect(labels).toEqual([
      [0, 'baseline', true],
      [1, 'liking=2', false],
    ]);
  });

  it('name the arm of a sweep with the set-up’s own values the baseline, and the plan stays the same plan', async () => {
    const arms = [
      { label: 'liking 1', values: { liking: 1 } },
      { label: 'liking 2', values: { liking: 2 }, isOwn: true as const },
    ];
    const plan = await planOf(arms);
    const keysOf = (arm: number) => createWorldKeys(plan)({ arm, world: 1 }).slice(1, 4);
    expect([0, 1].map(keysOf)).toEqual([
      [0, 'liking 1', false],
      [1, 'baseline', true],
    ]);
    expect(computePlanId(plan)).toBe(computePlanId(await planOf(arms.map(({ isOwn: _, ...arm }) => arm))));
  });

  it.each(SMALL)(
    'share no name with the columns of model %s, also if a parameter is swept',
    async (name, part) => {
      const { parameters } = (await loadedOf(name, part, 1)).model;
      const taken = new Set(parameters.map(parameter => parameter.name));
      const fixed = listWorldKeys(await planOf([{ label: '', values: {} }])).map(column => column.name);
      for (const { columns } of await buildDataTables(createRun(await loadedOf(name, part, 1))))
        for (const column of columns)
          expect([column.name, taken.has(column.name), fixed.includes(column.name)]).toEqual([
            column.name,
            false,
            false,
          ]);
    },
  );
});
