import { expect, it } from 'vitest';
import { GOVERNED_PARAMETERS } from '../../../src/engine/models/governed/governedParameters.ts';
import { SOCIAL_PARAMETERS } from '../../../src/engine/models/social/socialParameters.ts';
import type { ParameterDefinition } from '../../../src/engine/parameters/parameterDefinition.ts';
import { formatSweepAxis, proposeSweepAxis } from '../../../src/ui/worlds/proposeSweepAxis.ts';

const ALL = [...SOCIAL_PARAMETERS, ...GOVERNED_PARAMETERS];
const findParameter = (name: string): ParameterDefinition => {
  const found = ALL.find(one => one.name === name);
  if (found === undefined) throw new Error(`no parameter ${name}`);
  return found;
};

it.each([
  ['hubs_removed', 0, 475, '0:8:1'],
  ['hubs_removed', 0, 7624, '0:160:20'],
  ['hubs_removed', 0, 3, '0:3:1'],
  ['hubs_removed', 5, 475, '1:9:1'],
  ['active', 12, 20, '3:18:3'],
])(
  '%s of %i in a run of %i agents is varied over %s, never beyond all of them',
  (name, value, agents, values) => {
    const axis = proposeSweepAxis(findParameter(name), value, agents);
    expect(formatSweepAxis(axis)).toBe(`${name}=${values}`);
  },
);

it.each([
  ['surfacing', 0, '0:14:1.75'],
  ['pace_spread', 0, '0:120:15'],
  ['stall', 0, '0:1:0.125'],
  ['expiry', 240, '60:540:60'],
  ['engaged_after', 1, '1:9:1'],
])('%s of %f is varied over what presets use, or to twice the present value', (name, value, values) => {
  expect(formatSweepAxis(proposeSweepAxis(findParameter(name), value, 475))).toBe(`${name}=${values}`);
});

it('all values of a choice are compared', () => {
  expect(formatSweepAxis(proposeSweepAxis(findParameter('feed'), 0))).toMatch(/^feed=by_interest,.*random/);
});
