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
  [{ changes: ['5:activity:0.5'] }, 'change 1 of a set-up is "5:activity:0.5", needs an object such as'],
  [
    { changes: [{ tick: 5, parameter: 'activity', value: 1 }] },
    'change 1 of a set-up has no option "parameter"',
  ],
  [{ changes: [{ tick: '5', name: 'activity', value: 1 }] }, 'change 1 of a set-up has the tick "5"'],
  [
    { changes: [{ tick: 5, name: 'activity' }] },
    'change 1 of a set-up has no value, needs tick, name, value',
  ],
  [
    { changes: [{ kind: 'answr', tick: 5 }] },
    'change 1 of a set-up is of the kind "answr"; it is one of answer',
  ],
  [
    { changes: [{ kind: 'intervention', tick: 5, name: 'x', on: 'post_001' }] },
    'is on "post_001", needs a list',
  ],
  [{ parameters: [0.5] }, 'parameters of a set-up is a list, needs values by name'],
])('names what is wrong in %j', async (setup, message) => {
  await expect(complete(setup)).rejects.toThrow(message);
});

it('is on the files that it is given, and refuses those that would not be read', async () => {
  const file = [{ name: 'a', bytes: new Uint8Array(1) }];
  expect(await completeSetup({ model: 'chart' }, { chart: file })).toMatchObject({ own: ['chart'] });
  expect(await completeSetup({}, { network: file })).toMatchObject({ network: 'file' });
  expect(await completeSetup({ model: 'chart', own: [] }, {})).not.toHaveProperty('own.0');
  const refused = (setup: object, files: object) => expect(completeSetup(setup, files as never)).rejects;
  await refused({ model: 'chart' }, { chrt: file }).toThrow(
    'files has "chrt", which model chart does not read; did you mean "chart"?',
  );
  await refused({ model: 'governed' }, { network: file }).toThrow('which model governed does not read');
  await refused({ network: 'congress' }, { network: file }).toThrow(
    'files has a network, and the set-up is on "congress": leave its network out',
  );
  const own = `<scxml xmlns:sc="https://statescope.dev/scxml"><sc:parameter name="push" value="1"/><state id="a"/></scxml>`;
  const chart = [{ name: 'own.scxml', bytes: new TextEncoder().encode(own) }];
  const pushed = { model: 'chart', parameters: { push: 0.5 } };
  expect(await completeSetup(pushed, { chart })).toMatchObject(pushed);
  await refused(pushed, {}).toThrow('parameter "push" is unknown to model chart');
  await refused({ model: 'chart', own: ['other'] }, { chart: file }).toThrow(
    'files has "chart", which own of the set-up does not name',
  );
});
