import { expect, it } from 'vitest';
import { SOCIAL_INTERVENTIONS } from '../../../../src/engine/models/social/interventions/socialInterventions.ts';
import { describeIntervention } from '../../../../src/ui/models/social/socialPlugin.ts';

it('every intervention is described in words, without names of the command line', () => {
  const told = SOCIAL_INTERVENTIONS.map(({ name }) => describeIntervention(name, ['A', 'B']));
  expect(told).toEqual([
    ...['without A, B', 'without A, B', 'B as A', 'A posts about B', 'A no longer follows B', 'A follows B'],
  ]);
});
