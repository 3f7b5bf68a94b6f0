import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../src/engine/checks/createDefaultSetup.ts';
import { InputError } from '../../../src/engine/core/errors.ts';
import { SOCIAL } from '../../../src/engine/models/social/socialSpec.ts';
import { createSweepArms, parseSweep } from '../../../src/engine/worlds/parseSweep.ts';
import {
  createWorldSetup,
  deriveWorldSeed,
  generatePlanJobs,
  getJobSeed,
} from '../../../src/engine/worlds/worldPlan.ts';

const setup = createDefaultSetup(SOCIAL);

describe('a sweep', () => {
  it('of a parameter that the model does not have is refused, with the one that is probably meant', () => {
    expect(() => parseSweep('reshring=0:1:0.5', SOCIAL)).toThrow(
      'parameter "reshring" is unknown to model social; did you mean "resharing"?',
    );
  });

  it('of a parameter that the run changes is refused: its values would hold only until then', () => {
    const changes = [{ tick: 5, name: 'resharing', value: 3 }];
    expect(() =>
      createSweepArms({ ...setup, changes }, [parseSweep('resharing=0.4,2', SOCIAL)], SOCIAL),
    ).toThrow('resharing cannot be swept: the run has 3 from round 5 on');
  });

  it('over values that an older parameter overrides is refused: all its arms would be the same', () => {
    const own = { ...setup, parameters: { newest_first: true } };
    expect(() => createSweepArms(own, [parseSweep('feed=by_interest,random', SOCIAL)], SOCIAL)).toThrow(
      'newest_first=true means feed=chronological, and feed=by_interest is given too',
    );
  });

  it.each([
    ['resharing=0.4:1.2:0.1', [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2]],
    ['resharing=0.4:1.15:0.3', [0.4, 0.7, 1]],
    ['resharing=2', [2]],
    ['resharing=0.4,3,1', [0.4, 3, 1]],
    ['notify=true,false', [true, false]],
  ])('%s goes through %o', (text, values) => {
    expect(parseSweep(text, SOCIAL).values).toEqual(values);
  });

  it.each([
    ['resharing', 'is not a sweep; one reads name=from:to:step'],
    ['resharing=1:2', 'a range reads from:to:step'],
    ['resharing=1:x:1', 'a range reads from:to:step'],
    ['resharing=2:1:0.1', 'goes nowhere'],
    ['resharing=1:2:0', 'goes nowhere'],
    ['resharing=0:2:0.000001', 'has 2000001 values; at most 1000'],
    ['resharing=1,wide', 'resharing must be a number from 0 to 10, not wide'],
    ['resharing=1,,2', 'resharing must be a number from 0 to 10, not nothing'],
    ['resharing=1,1', 'has the value 1 twice'],
    ['sharing=1,2', 'parameter "sharing" is unknown to model social'],
    ['warm_up=0.5:2:0.5', 'warm_up must be a whole number'],
  ])('%s is refused', (text, words) => {
    expect(() => parseSweep(text, SOCIAL)).toThrow(InputError);
    expect(() => parseSweep(text, SOCIAL)).toThrow(words);
  });

  it('of two parameters has an arm for each pair of values', () => {
    const arms = createSweepArms(
      setup,
      ['resharing=1,2', 'liking=3,4,5'].map(text => parseSweep(text, SOCIAL)),
      SOCIAL,
    );
    expect(arms.map(({ label }) => label)).toEqual([
      ...['resharing 1, liking 3', 'resharing 1, liking 4', 'resharing 1, liking 5'],
      ...['resharing 2, liking 3', 'resharing 2, liking 4', 'resharing 2, liking 5'],
    ]);
    expect(arms[4].setup.parameters).toEqual({ resharing: 2, liking: 4 });
    expect(() =>
      createSweepArms(
        setup,
        ['resharing=1', 'resharing=2'].map(text => parseSweep(text, SOCIAL)),
        SOCIAL,
      ),
    ).toThrow('resharing is swept twice');
  });

  it('leaves out of the set-up the preset’s own value', () => {
    const usual = Number(SOCIAL.parameters.find(({ name }) => name === 'liking')?.defaults[setup.preset]);
    const [arm] = createSweepArms(
      { ...setup, parameters: { liking: 7 } },
      [{ name: 'liking', values: [usual] }],
      SOCIAL,
    );
    expect([arm.setup.parameters, arm.values]).toEqual([{}, { liking: usual }]);
  });
});

describe('the jobs of a plan', () => {
  const arms = createSweepArms(setup, [parseSweep('resharing=1,2', SOCIAL)], SOCIAL);
  const plan = { arms, worlds: 3, rounds: 5, from: null, subject: null, files: null };

  it('bring a seed through all arms before the next one', () => {
    expect([...generatePlanJobs(plan)].map(({ world, arm }) => `${world}${arm}`)).toEqual([
      '10',
      '11',
      '20',
      '21',
      '30',
      '31',
    ]);
    expect(getJobSeed(plan, { arm: 0, world: 2 })).toBe(getJobSeed(plan, { arm: 1, world: 2 }));
  });

  it('have seeds that follow from the run’s own', () => {
    const seeds = Array.from({ length: 2000 }, (_, world) => deriveWorldSeed(341, world));
    expect(seeds[0]).toBe(341);
    expect(new Set(seeds).size).toBe(2000);
    expect(deriveWorldSeed(342, 1)).not.toBe(seeds[1]);
  });

  it('make new draws from a tick on, after what was changed before', () => {
    const change = { tick: 2, name: 'liking', value: 3 } as const;
    const changed = { ...plan, from: 4, arms: [{ ...arms[0], setup: { ...setup, changes: [change] } }] };
    expect(createWorldSetup(changed, { arm: 0, world: 2 })).toMatchObject({
      seed: setup.seed,
      changes: [change, { kind: 'chance', tick: 4, seed: deriveWorldSeed(setup.seed, 2) }],
    });
  });
});
