import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMachine, getInitialSnapshot } from 'xstate';
import { governed } from '../../../../src/engine/models/governed/index.ts';
import { librarian } from '../../../../src/engine/models/librarian/index.ts';
import { social } from '../../../../src/engine/models/social/index.ts';
import { compile } from '../../../../src/engine/statechart/compile.ts';
import type { ChartDefinition, StateDefinition } from '../../../../src/engine/statechart/definition.ts';
import type { Implementations } from '../../../../src/engine/statechart/formats/implementations.ts';
import { parseChartJson, serializeChart } from '../../../../src/engine/statechart/formats/parseChartJson.ts';
import { readXStateChart } from '../../../../src/engine/statechart/formats/readXStateChart.ts';
import { writeXStateConfig } from '../../../../src/engine/statechart/formats/writeXStateConfig.ts';
import { HIERARCHY } from '../../../../src/engine/statechart/hierarchy/hierarchy.ts';
import { Machine } from '../../../../src/engine/statechart/machine.ts';
import { Population } from '../../../../src/engine/statechart/population.ts';
import { runs } from '../../../runs.ts';
import { randomChart } from '../randomCharts.ts';
import { randomMachine } from '../randomMachines.ts';

const throughText = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const imported = (definition: ChartDefinition, implementations: Implementations = {}) =>
  readXStateChart(throughText(writeXStateConfig(definition)), { implementations }).definition;

/** What a machine does on events: states after each, actions, the log's hash. */
function played(definition: ChartDefinition, events: readonly string[]) {
  const chart = compile(definition);
  const population = new Population(1, chart.isFlat ? chart.initial : 0);
  for (const column of ['mood', 'budget']) population.addInteger(column);
  const machine = new Machine(chart, population, 1, HIERARCHY);
  const states = events.map(event => {
    machine.beginTick();
    machine.fireEvent(0, event, 0);
    machine.log.seal();
    return machine.agent(0).states;
  });
  return { states, hash: machine.log.hash };
}

const noting = (notes: string[]): Implementations => ({ action: name => () => void notes.push(name) });

const door: ChartDefinition = {
  name: 'door',
  setUp: [[{ kind: 'set', column: 'force', value: 5 }], [{ kind: 'raise', event: 'built' }]],
  initial: 'shut',
  states: [
    { id: 'shut', entry: [[{ kind: 'send', event: 'creak', after: 2 }]] },
    { id: 'open', states: ['ajar', 'wide', { id: 'before', kind: 'history', deep: true, initial: 'ajar' }] },
    { id: 'gone', kind: 'final' },
  ],
  transitions: [
    {
      trigger: 'push',
      source: 'shut',
      target: 'before',
      guard: { kind: 'compare', column: 'force', op: '>', value: 3 },
    },
    { trigger: 'push', source: 'open', target: 'wide', isInternal: true },
    { trigger: 'push', source: 'ajar', target: 'ajar' },
    { trigger: 'slam', source: 'open', target: 'shut', actions: [{ kind: 'raise', event: 'bang' }] },
    { trigger: 'bang', source: '*', target: null },
    { trigger: 'wind', source: 'wide', target: 'shut', rate: { column: 'gust' }, per: 'open' },
    { trigger: 'error', on: ['error'], source: 'open', target: 'gone' },
  ],
  thresholds: { open: 4 },
};

describe('a chart for XState', () => {
  it('is what its author would have written there', () => {
    expect(
      writeXStateConfig({ ...door, transitions: door.transitions.slice(0, 4), thresholds: {} }),
    ).toMatchObject({
      id: 'door',
      initial: {
        target: 'shut',
        actions: [
          { type: 'set', params: { column: 'force', value: 5 } },
          { type: 'raise', params: { event: 'built' } },
        ],
      },
      states: {
        shut: {
          entry: [{ type: 'send', params: { event: 'creak', after: 2 } }],
          on: {
            push: {
              target: '#door.open.before',
              guard: { type: 'compare', params: { column: 'force', op: '>', value: 3 } },
            },
          },
        },
        open: {
          initial: 'ajar',
          states: {
            ajar: { on: { push: { target: 'ajar', reenter: true } } },
            wide: {},
            before: { type: 'history', history: 'deep', target: 'ajar' },
          },
          on: {
            push: { target: '.wide' },
            slam: { target: 'shut', actions: [{ type: 'raise', params: { event: 'bang' } }] },
          },
        },
        gone: { type: 'final' },
      },
    });
  });

  it('has under meta what XState cannot express', () => {
    const config = writeXStateConfig(door);
    expect(config.meta).toEqual({
      statescope: {
        semantics: 'scxml',
        setUp: [1, 1],
        thresholds: { open: 4 },
        transitions: [
          {
            order: 5,
            trigger: 'wind',
            source: 'wide',
            target: 'shut',
            rate: { column: 'gust' },
            per: 'open',
          },
        ],
      },
    });
    expect(imported(door)).toEqual({
      ...door,
      states: [
        door.states[0],
        { id: 'open', initial: 'ajar', states: (door.states[1] as StateDefinition).states },
        door.states[2],
      ],
    });
  });

  it('marks the end of a delay and of a state as XState does', () => {
    const event = 'after.3000.brewing';
    const config = writeXStateConfig({
      name: 'tea',
      initial: 'brewing',
      states: [
        {
          id: 'brewing',
          states: ['hot', { id: 'weak', kind: 'final' }],
          entry: [[{ kind: 'send', event, after: 3, id: event }]],
          exit: [[{ kind: 'cancel', id: event }]],
        },
        'ready',
      ],
      transitions: [
        { trigger: event, source: 'brewing', target: 'ready' },
        { trigger: 'done.state.brewing', source: 'brewing', target: 'ready' },
        { trigger: 'at once', on: [], source: 'ready', target: 'brewing' },
      ],
    });
    expect(config.states).toEqual({
      brewing: {
        initial: 'hot',
        states: { hot: {}, weak: { type: 'final' } },
        after: { 3000: { target: 'ready', meta: { statescope: { order: 0 } } } },
        onDone: { target: 'ready', meta: { statescope: { order: 1 } } },
      },
      ready: { always: { target: 'brewing', meta: { statescope: { trigger: 'at once', order: 2 } } } },
    });
  });

  it('keeps names of states and charts that XState would read as paths', () => {
    const odd: ChartDefinition = {
      name: 'a.b c',
      initial: '1',
      states: ['1', '#x.y', { id: '__proto__', states: ['état', 'state_1'] }],
      transitions: [
        { trigger: 'toString', source: '1', target: 'état' },
        { trigger: '__proto__', source: 'état', target: '#x.y' },
        { trigger: '*', source: '#x.y', target: '1' },
      ],
    };
    expect(getInitialSnapshot(createMachine(writeXStateConfig(odd))).value).toBe('state_1_');
    const { states, ...others } = imported(odd);
    expect(others).toEqual({ name: 'a.b c', initial: '1', transitions: odd.transitions });
    expect(states).toEqual(['1', '#x.y', { id: '__proto__', initial: 'état', states: ['état', 'state_1'] }]);
  });
});

describe('a chart that went through XState', () => {
  it('behaves the same: states, actions, the hash of the log', () => {
    fc.assert(
      fc.property(randomChart(), ({ definition, events }) => {
        const [notes, otherNotes]: string[][] = [[], []];
        const chart = definition(notes);
        expect(played(imported(chart, noting(otherNotes)), events)).toEqual(played(chart, events));
        expect(otherNotes).toEqual(notes);
      }),
      runs(80),
    );
  });

  it('is the same again when it is written again', () => {
    fc.assert(
      fc.property(randomChart(), ({ definition }) => {
        const once = throughText(writeXStateConfig(definition([])));
        const { definition: again } = readXStateChart(once, { implementations: noting([]) });
        expect(throughText(writeXStateConfig(again))).toEqual(once);
      }),
      runs(100),
    );
  });

  it.each([social, governed, librarian])('is the same flat chart: $name', async entry => {
    const chart = (await entry.model()).chart as ChartDefinition;
    const other = imported(chart);
    expect(getInitialSnapshot(createMachine(writeXStateConfig(chart))).value).toBe(chart.initial);
    expect(compile(other).isFlat).toBe(true);
    expect(throughText(other)).toEqual(throughText(chart));
  });
});

describe('a machine of XState', () => {
  it('is the same chart after it was written again', () => {
    fc.assert(
      fc.property(randomMachine(), ({ config }) => {
        const { definition } = readXStateChart(throughText(config), { implementations: noting([]) });
        expect(throughText(imported(definition, noting([])))).toEqual(throughText(definition));
        const { definition: again } = {
          definition: parseChartJson(throughText(serializeChart(definition)), noting([])),
        };
        expect(throughText(again)).toEqual(throughText(definition));
      }),
      runs(80),
    );
  });
});

describe('a chart as JSON', () => {
  it('behaves the same after it was read', () => {
    fc.assert(
      fc.property(randomChart(), ({ definition, events }) => {
        const [notes, otherNotes]: string[][] = [[], []];
        const other = parseChartJson(throughText(serializeChart(definition([]))), noting(otherNotes));
        expect(played(other, events)).toEqual(played(definition(notes), events));
        expect(otherNotes).toEqual(notes);
      }),
      runs(60),
    );
  });
});
