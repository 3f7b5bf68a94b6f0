import { expect, it } from 'vitest';
import type { ChartDefinition } from '../../../../src/engine/statechart/definition.ts';
import { joinScxmlNames } from '../../../../src/engine/statechart/scxml/joinScxmlNames.ts';
import { readScxml } from '../../../../src/engine/statechart/scxml/readScxml.ts';
import { writeScxml } from '../../../../src/engine/statechart/scxml/writeScxml.ts';

const CHART: ChartDefinition = {
  name: 'talk',
  states: ['s', 'a b', 'a_b'],
  initial: 's',
  transitions: [
    { trigger: 'user says hi', source: 's', target: 'a b' },
    { trigger: 'back', source: 'a b', target: 'a_b', guard: { kind: 'in', state: 'a b' } },
    { trigger: 'catches it', source: 'a_b', target: 's', rate: 0.1, per: 'a b' },
    { trigger: 'x y', on: ['x', 'y'], source: 'a_b', target: 's' },
  ],
};

it('writes names with blanks as one word each, which can be read again', () => {
  const { text, notes } = writeScxml(CHART);
  expect(notes).toEqual([
    '“a b” is written as a_b_2: SCXML parts names by blanks',
    '“user says hi” is written as user_says_hi: SCXML parts names by blanks',
  ]);
  const { definition } = readScxml(text);
  expect(definition.transitions).toMatchObject([
    { trigger: 'user_says_hi', source: 's', target: 'a_b_2' },
    { trigger: 'back', source: 'a_b_2', target: 'a_b', guard: { kind: 'in', state: 'a_b_2' } },
    { trigger: 'catches it', rate: 0.1, per: 'a_b_2' },
    { trigger: 'x y', on: ['x', 'y'] },
  ]);
  expect(definition.words?.states.a_b_2).toMatchObject({ label: 'a b' });
});

it('leaves a chart without such names as it is', () => {
  const plain = {
    ...CHART,
    states: ['s', 'ab'],
    transitions: [{ trigger: 'go', source: 's', target: 'ab' }],
  };
  expect(joinScxmlNames(plain)).toEqual({ chart: plain, notes: [] });
  expect(joinScxmlNames(plain).chart).toBe(plain);
});
