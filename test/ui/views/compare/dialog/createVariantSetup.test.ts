import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../../../src/engine/checks/createDefaultSetup.ts';
import { social } from '../../../../../src/engine/models/social/socialModel.ts';
import { createVariantSetup } from '../../../../../src/ui/views/compare/dialog/VariantForm.tsx';

const SETUP = createDefaultSetup(social);
const named = (name: string) => social.parameters.find(parameter => parameter.name === name)!;

describe('the same set-up with one change', () => {
  it('has a live parameter from the first round on, so that the warm-up is the same', () => {
    const changed = { ...SETUP, changes: [{ tick: 9, name: 'liking', value: 2 }] };
    const { setup, words } = createVariantSetup(
      changed,
      { kind: 'parameter', parameter: named('liking'), value: 3 },
      'round',
    );
    expect(setup.changes).toEqual([{ tick: 1, name: 'liking', value: 3 }]);
    expect(setup.parameters).toEqual(SETUP.parameters);
    expect(words).toMatch(/^Liking 3/);
  });

  it('has any other parameter from the beginning', () => {
    const { setup } = createVariantSetup(
      SETUP,
      { kind: 'parameter', parameter: named('warm_up'), value: 7 },
      'round',
    );
    expect(setup.parameters).toEqual({ ...SETUP.parameters, warm_up: 7 });
    const usual = named('warm_up').defaults[SETUP.preset];
    const back = createVariantSetup(
      setup,
      { kind: 'parameter', parameter: named('warm_up'), value: usual },
      'round',
    );
    expect(back.setup.parameters).toEqual(SETUP.parameters);
  });

  it('is decided by the policy, under any oracle of this one', () => {
    const asked = { ...SETUP, oracle: { kind: 'replay', file: 'a.json' } as never };
    expect(createVariantSetup(asked, { kind: 'policy' }, 'round').setup.oracle).toEqual({ kind: 'policy' });
    expect(createVariantSetup(asked, { kind: 'seed', seed: 7 }, 'round')).toMatchObject({
      setup: { seed: 7, oracle: { kind: 'policy' } },
      words: 'seed 7',
    });
  });

  it('has another preset without the former changes, and without an own input in place of one', () => {
    const own = { ...SETUP, own: ['workflow', 'corpus'], parameters: { a: 1 } } as never;
    const otherwise = { kind: 'preset', preset: 'careful', label: 'Careful' } as const;
    expect(createVariantSetup(own, otherwise, 'tick', 'workflow')).toMatchObject({
      setup: { preset: 'careful', own: ['corpus'], parameters: {} },
      words: 'Careful',
    });
  });
});
