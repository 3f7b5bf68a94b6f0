import { expect, it } from 'vitest';
import type { ChartDefinition } from '../../../../src/engine/statechart/definition.ts';
import { CHART_FORMATS } from '../../../../src/engine/statechart/formats/index.ts';

const notesOf = (chart: ChartDefinition) =>
  CHART_FORMATS.find(({ name }) => name === 'xstate')?.write(chart).notes;
const PLAIN: ChartDefinition = {
  ...{ name: 'c', states: ['a', 'b'], initial: 'a' },
  transitions: [{ trigger: 'go', source: 'a', target: 'b' }],
};

it('names what a chart does and XState does not', () => {
  expect(notesOf(PLAIN)).toEqual([]);
  expect(
    notesOf({
      ...PLAIN,
      states: ['a', { id: 'b', entry: [[{ kind: 'send', event: 'go', after: 3 }]] }],
      thresholds: { a: 3 },
      transitions: [
        { trigger: 'catches it', source: 'a', target: 'b', rate: 0.1, per: 'b' },
        { trigger: 'timeout', source: 'a', target: 'b' },
        {
          ...{ trigger: 'go', source: 'b', target: 'a' },
          guard: { kind: 'compare', column: 'heat', op: '>', value: 1 },
        },
      ],
    }),
  ).toEqual([
    '“catches it”: transitions at a rate do not happen in XState',
    'events that are sent later are actions named send in XState unless they are its own delays (after)',
    'compare: on columns of agents, functions of these names have to be given to XState',
  ]);
});

it('names timeouts that XState has otherwise: without a threshold, and with a guard', () => {
  const timeout = { trigger: 'timeout', source: 'a', target: 'b' };
  expect(notesOf({ ...PLAIN, thresholds: { a: 3 }, transitions: [timeout] })).toEqual([]);
  expect(notesOf({ ...PLAIN, thresholds: { a: { column: 'patience' } }, transitions: [timeout] })).toEqual([
    'timeouts of states without a threshold of their own are an event named timeout in XState, which nobody sends',
  ]);
  const guard = { kind: 'in', state: 'a' } as const;
  expect(notesOf({ ...PLAIN, thresholds: { a: 3 }, transitions: [{ ...timeout, guard }] })).toEqual([
    'a timeout whose guard does not hold is tried again in each tick here, and once in XState',
    'in: guards on active states have to be given to XState as its stateIn, under this name',
  ]);
});

it('names events that XState would answer by the narrower of two patterns', () => {
  const going = (trigger: string, on?: readonly string[]) => ({
    ...{ trigger, source: 'a', target: 'b' },
    ...(on && { on }),
  });
  const transitions = [going('any', ['x']), going('x.y'), going('rest', ['*']), going('z')];
  expect(notesOf({ ...PLAIN, transitions })).toEqual([
    '“x” before “x.y”: the first that fits answers here, and in XState the one that fits more exactly',
    '“*” before “z”: the first that fits answers here, and in XState the one that fits more exactly',
  ]);
  // Exact first, and a trigger, which has its own name alone.
  expect(notesOf({ ...PLAIN, transitions: [going('x.y'), going('any', ['x'])] })).toEqual([]);
  expect(notesOf({ ...PLAIN, transitions: [going('x'), going('x.y')] })).toEqual([]);
});

it('names timeouts of states that wait at the same time, of which XState may take the other one first', () => {
  const timeout = (source: string) => ({ trigger: 'timeout', source, target: 'end' });
  const chart = (kind: 'parallel' | undefined, ...sources: readonly string[]): ChartDefinition => ({
    name: 'c',
    states: [
      {
        id: 'all',
        ...(kind && { kind }),
        states: [
          { id: 'x', states: ['x1', 'x2'] },
          { id: 'y', states: ['y1'] },
        ],
      },
      'end',
    ],
    initial: 'all',
    thresholds: Object.fromEntries(sources.map((source, i) => [source, i + 2])),
    transitions: sources.map(timeout),
  });
  const note = (pair: string) =>
    `${pair} wait at the same time: where both timeouts are due in one tick, XState may take the other one first`;
  expect(notesOf(chart('parallel', 'x1', 'y1'))).toEqual([note('“x1” and “y1”')]);
  expect(notesOf(chart('parallel', 'all', 'x1', 'x2', 'y1'))).toEqual([
    note('“x1” and “y1” (and 4 more pairs)'),
  ]);
  expect(notesOf(chart(undefined, 'all', 'x1'))).toEqual([note('“all” and “x1”')]);
  expect(notesOf(chart(undefined, 'x1', 'x2', 'y1'))).toEqual([]);
});
