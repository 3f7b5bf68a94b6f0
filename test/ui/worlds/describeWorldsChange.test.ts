import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { SOCIAL_PARAMETERS } from '../../../src/engine/models/social/socialParameters.ts';
import type { Change, Setup } from '../../../src/engine/setup/config.ts';
import { describeWorldsChange } from '../../../src/ui/worlds/describeWorldsChange.ts';

/** A run without and with some changes. */
function told(changes: readonly (Change & { readonly tick: number })[], before: Partial<Setup> = {}): string {
  const without: Setup = { ...DEFAULT_SETUP, ...before };
  const setups = [without, { ...without, changes: [...without.changes, ...changes] }];
  const arms = setups.map(setup => ({ label: '', values: {}, setup }));
  const plan = { arms, worlds: 1, rounds: 30, from: null, subject: null, files: null };
  return describeWorldsChange(
    { plan, change: 'What was changed' },
    { parameters: SOCIAL_PARAMETERS },
    'round',
  );
}
const liking = (tick: number, value: number) => ({ tick, name: 'liking', value });

it('a changed number is named with the value before it, and with its time', () => {
  const usual = SOCIAL_PARAMETERS.find(({ name }) => name === 'liking')?.defaults[DEFAULT_SETUP.preset];
  expect(told([liking(10, 3)])).toMatch(new RegExp(`^Liking ${usual} to 3 .*from round 10$`));
  expect(told([liking(10, 3)], { parameters: { liking: 5 } })).toMatch(/^Liking 5 to 3 /);
  expect(told([liking(10, 3)], { changes: [liking(4, 6)] })).toMatch(/^Liking 6 to 3 /);
});

it('other changes keep their words, with their time if that is one', () => {
  const answer = { tick: 12, kind: 'answer', agent: 'agent_1', answer: 'like' } as const;
  expect(told([answer])).toBe('What was changed in round 12');
  expect(told([liking(10, 3), { tick: 10, name: 'resharing', value: 2 }])).toBe(
    'What was changed from round 10',
  );
  expect(told([liking(10, 3), { tick: 12, name: 'resharing', value: 2 }])).toBe('What was changed');
});
