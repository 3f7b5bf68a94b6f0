import { describe, expect, it } from 'vitest';
import { defaultSetup } from '../../../src/engine/checks/defaultSetup.ts';
import { CHART } from '../../../src/engine/models/chart/spec.ts';
import { withOldRules } from '../../../src/engine/models/oldRules.ts';
import { SOCIAL } from '../../../src/engine/models/social/spec.ts';
import { WORKFLOW } from '../../../src/engine/models/workflow/spec.ts';

const setup = { ...defaultSetup(SOCIAL), parameters: { liking: 3 } };

describe('the set-up of a run that an earlier engine made', () => {
  it('has the rules of then', async () => {
    for (const engine of ['0.5.0', '0.5.12', '0.4.9'])
      expect((await withOldRules(setup, engine)).parameters).toEqual({
        ...{ liking: 3, roots_by_number: true, weights_as_before: true },
      });
    expect((await withOldRules(setup, '0.6.0')).parameters).toEqual({ liking: 3, weights_as_before: true });
  });

  it('has those of a chart', async () => {
    expect((await withOldRules(defaultSetup(CHART), '0.6.0')).parameters).toEqual({
      ...{
        first_rate_wins: true,
        delays_in_ticks: true,
        own_events_by_chance: true,
        weights_as_before: true,
      },
    });
  });

  it('is as it was where the engine is of today, says so itself, or had no other rule', async () => {
    for (const engine of ['0.7.0', '0.10.0', '1.0.0']) expect(await withOldRules(setup, engine)).toBe(setup);
    const own = { ...setup, parameters: { roots_by_number: false, weights_as_before: false } };
    expect(await withOldRules(own, '0.5.0')).toEqual(own);
    const other = defaultSetup(WORKFLOW);
    expect(await withOldRules(other, '0.5.0')).toBe(other);
  });
});
