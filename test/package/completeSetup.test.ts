import { expect, it } from 'vitest';
import { completeSetup } from '../../src/package/completeSetup.ts';

const complete = (setup: object) => completeSetup(setup);

it('takes what is left out from the model', async () => {
  expect(await complete({ model: 'chart', seed: undefined })).toMatchObject({ model: 'chart', seed: 1 });
});

it.each([
  [{ sead: 6 }, 'a set-up has no option "sead"; did you mean "seed"?'],
  [{ seed: '6' }, 'seed of a set-up is "6", needs a number'],
  [{ agents: '500' }, 'agents of a set-up is "500", needs a number'],
  [{ model: 5 }, 'model of a set-up is 5, needs a text'],
  [{ preset: ['sir'] }, 'preset of a set-up is a list, needs a text'],
  [
    { parameters: { activty: 0.5 } },
    'parameter "activty" is unknown to model social; did you mean "activity"?',
  ],
  [{ parameters: { activity: '0.5' } }, 'parameter "activity" is "0.5", needs a number'],
  [{ parameters: [0.5] }, 'parameters of a set-up is a list, needs values by name'],
])('names what is wrong in %j', async (setup, message) => {
  await expect(complete(setup)).rejects.toThrow(message);
});
