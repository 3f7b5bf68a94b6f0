import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../src/engine/checks/createDefaultSetup.ts';
import { addLegacyRules } from '../../../src/engine/models/addLegacyRules.ts';
import { CHART } from '../../../src/engine/models/chart/chartSpec.ts';
import { SOCIAL } from '../../../src/engine/models/social/socialSpec.ts';
import { WORKFLOW } from '../../../src/engine/models/workflow/workflowSpec.ts';

const setup = { ...createDefaultSetup(SOCIAL), parameters: { liking: 3 } };

describe('the set-up of a run that an earlier engine made', () => {
  it('has the rules of that time', async () => {
    for (const engine of ['0.5.0', '0.5.12', '0.4.9'])
      expect((await addLegacyRules(setup, engine)).parameters).toEqual({
        ...{ liking: 3, newest_first: false, roots_by_number: true, weights_as_before: true },
        cascade_counts: 'reshares_and_replies',
      });
    expect((await addLegacyRules(setup, '0.6.0')).parameters).toEqual({
      ...{ liking: 3, weights_as_before: true, cascade_counts: 'reshares_and_replies' },
    });
    expect((await addLegacyRules(setup, '0.7.0')).parameters).toEqual({
      ...{ liking: 3, cascade_counts: 'reshares_and_replies' },
    });
  });

  it('has the rules of that time for a chart', async () => {
    expect((await addLegacyRules(createDefaultSetup(CHART), '0.6.0')).parameters).toEqual({
      ...{
        first_rate_wins: true,
        delays_in_ticks: true,
        own_events_by_chance: true,
        weights_as_before: true,
      },
    });
  });

  it('is unchanged where the engine is of today, states its rules itself, or had no other rule', async () => {
    for (const engine of ['0.8.0', '0.10.0', '1.0.0'])
      expect(await addLegacyRules(setup, engine)).toBe(setup);
    const own = {
      ...setup,
      parameters: {
        ...{ newest_first: false, roots_by_number: false, weights_as_before: false },
        cascade_counts: 'reshares',
      },
    };
    expect(await addLegacyRules(own, '0.5.0')).toEqual(own);
    const other = createDefaultSetup(WORKFLOW);
    expect(await addLegacyRules(other, '0.5.0')).toBe(other);
  });
});
