import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../src/engine/core/errors.ts';
import type { StateDefinition } from '../../../../src/engine/statechart/definition.ts';
import { NAMES_ALONE } from '../../../../src/engine/statechart/formats/implementations.ts';
import { readChart } from '../../../../src/engine/statechart/formats/readChart.ts';
import { readXStateChart } from '../../../../src/engine/statechart/formats/readXStateChart.ts';
import { writeXStateConfig } from '../../../../src/engine/statechart/formats/writeXStateConfig.ts';
import { buildStateTree } from '../../../../src/engine/statechart/hierarchy/stateTree.ts';
import { cases } from '../../../runs.ts';
import { randomChart } from '../randomCharts.ts';

const read = (json: unknown) => readXStateChart(json, { implementations: NAMES_ALONE });
/** Transitions of a machine with three states and one in them. */
const transitions = (states: object) =>
  read({ id: 'm', initial: 'a', states: { a: {}, b: {}, c: { initial: 'd', states: { d: {} } }, ...states } })
    .definition.transitions;
const machine = (more: object) => ({ id: 'm', initial: 'a', states: { a: {}, b: {} }, ...more });

describe('an XState machine', () => {
  it('names targets by siblings, by paths, by children, by ids', () => {
    const targets = transitions({
      a: { on: { SIBLING: 'b', PATH: 'c.d', ID: '#m.c.d', OWN: '#own', LIST: ['b'], NONE: {} } },
      b: { id: 'own' },
      c: { initial: 'd', states: { d: {} }, on: { CHILD: '.d' } },
    });
    expect(targets.map(({ trigger, target }) => [trigger, target])).toEqual([
      ['SIBLING', 'b'],
      ['PATH', 'd'],
      ['ID', 'd'],
      ['OWN', 'b'],
      ['LIST', 'b'],
      ['NONE', null],
      ['CHILD', 'd'],
    ]);
  });

  it('tries exact events first, then the longest beginning, then *', () => {
    expect(
      transitions({ a: { on: { '*': 'b', 'x.*': 'b', 'x.y.*': 'b', 'x.y.z': 'b' } } }).map(t => [
        t.trigger,
        t.on,
      ]),
    ).toEqual([
      ['x.y.z', undefined],
      ['x.y', ['x.y']],
      ['x', ['x']],
      ['*', ['*']],
    ]);
  });

  it('answers the events of XState itself by their names and patterns, one for each event', () => {
    const answered = (key: string) => {
      const { definition, notes } = read({
        ...{ id: 'm', initial: 'a' },
        states: {
          a: { after: { 0: [], 1000: 'b' }, on: { [key]: 'c' } },
          b: { initial: 'x', states: { x: { after: { 1000: {} } }, y: { type: 'final' } } },
          c: {},
        },
      });
      expect(definition.transitions.every(({ on }) => on === undefined)).toBe(true);
      return [definition.transitions.flatMap(t => (t.target === 'c' ? [t.trigger] : [])), notes];
    };
    const after = ['after.0.a', 'after.1000.a', 'after.1000.x'];
    expect(answered('xstate.done.state.*')).toEqual([['done.state.m', 'done.state.b'], []]);
    expect(answered('xstate.done.state.m.b.*')).toEqual([['done.state.b'], []]);
    expect(answered('xstate.after.*')).toEqual([after, []]);
    expect(answered('xstate.after.1000.*')).toEqual([after.slice(1), []]);
    expect(answered('xstate.after.1000.m.b.x')).toEqual([['after.1000.x'], []]);
    expect(answered('xstate.*')[0]).toHaveLength(5);
    for (const key of ['xstate.error.*', 'xstate.done.actor.*', 'xstate.init', 'xstate.done.state.m.b.x'])
      expect(answered(key)).toEqual([
        [],
        [`states.a.on.${key} is left out: “${key}” is an event that this machine never raises`],
      ]);
  });

  it('has onDone in place of the answer to the same end under on', () => {
    const b = {
      initial: 'x',
      states: { x: { type: 'final' } },
      onDone: 'a',
      on: { 'xstate.done.state.m.b': 'c' },
    };
    const { definition, notes } = read({ id: 'm', initial: 'b', states: { a: {}, b, c: {} } });
    expect(definition.transitions.map(({ target }) => target)).toEqual(['a']);
    expect(notes).toEqual([
      'states.b.on.xstate.done.state.m.b is left out: onDone stands in its place, as in XState',
    ]);
  });

  it('leaves a state by a transition to itself or into it only where that is stated', () => {
    expect(
      transitions({
        a: { on: { STAY: 'a', AGAIN: { target: 'a', reenter: true } } },
        c: {
          initial: 'd',
          states: { d: {}, e: {} },
          on: { IN: '.e', OUT: { target: '.e', reenter: true }, SELF: 'c' },
        },
      }),
    ).toEqual([
      { trigger: 'STAY', source: 'a', target: null },
      { trigger: 'AGAIN', source: 'a', target: 'a', reenter: true },
      { trigger: 'IN', source: 'c', target: 'e' },
      { trigger: 'OUT', source: 'c', target: 'e', reenter: true },
      { trigger: 'SELF', source: 'c', target: 'c' },
    ]);
  });

  it('has transitions without events, after a delay, and at the end of a state', () => {
    const { definition } = read(
      machine({
        states: {
          a: { always: { target: 'b', guard: 'isReady' }, after: { 2000: 'b' } },
          b: { initial: 'x', states: { x: { type: 'final' } }, onDone: { target: 'a', actions: ['note'] } },
        },
      }),
    );
    const event = 'after.2000.a';
    expect(definition.states[0]).toEqual({
      id: 'a',
      entry: [[{ kind: 'send', event, after: 2, id: event }]],
      exit: [[{ kind: 'cancel', id: event }]],
    });
    expect(definition.transitions).toMatchObject([
      { trigger: 'always', on: [], guard: { kind: 'function', name: 'isReady' } },
      { trigger: event, source: 'a', target: 'b' },
      { trigger: 'done.state.b', source: 'b', target: 'a', actions: [{ kind: 'function', name: 'note' }] },
    ]);
  });

  it('counts delays in ticks of its reader', () => {
    const json = machine({ states: { a: { after: { 2500: 'b' } }, b: {} } });
    const delayed = (tick: number) => {
      const { definition, notes } = readXStateChart(json, { tick });
      const [{ entry: [[send]] = [[]] }] = definition.states as [StateDefinition];
      return [send, notes] as const;
    };
    const event = 'after.2500.a';
    expect(delayed(1000)).toEqual([
      { kind: 'send', event, after: 2.5, id: event },
      ['states.a.after.2500 comes after 3 s instead of 2500 ms: a tick is 1 s'],
    ]);
    expect(delayed(500)).toEqual([{ kind: 'send', event, after: 5, id: event }, []]);
  });

  it('with actions of its own, or with regions, becomes a state around them', () => {
    const { definition } = read({
      id: 'both',
      type: 'parallel',
      states: { left: {}, right: {} },
      on: { RESET: '.left' },
    });
    expect(definition).toMatchObject({
      semantics: 'xstate',
      machine: 'both',
      initial: 'both',
      states: [{ id: 'both', kind: 'parallel', states: ['left', 'right'] }],
      transitions: [{ trigger: 'RESET', source: 'both', target: 'left' }],
    });
  });

  it('has dotted ids where keys repeat in different branches', () => {
    const branch = { initial: 'on', states: { on: { on: { GO: 'off' } }, off: {} } };
    const { definition } = read({ id: 'm', initial: 'x', states: { x: branch, y: branch } });
    expect(definition.transitions).toMatchObject([
      { source: 'x.on', target: 'x.off' },
      { source: 'y.on', target: 'y.off' },
    ]);
  });

  it('comes back by history to where its state would start', () => {
    const { definition } = read(
      machine({
        states: { a: { initial: 'x', states: { x: {}, h: { type: 'history', history: 'deep' } } } },
      }),
    );
    expect(definition.states).toEqual([
      { id: 'a', initial: 'x', states: ['x', { id: 'h', kind: 'history', deep: true }] },
    ]);
    const { numberOf, initial } = buildStateTree(definition);
    expect(initial(numberOf.get('h')!)).toEqual([numberOf.get('x')]);
  });
});

describe('a mistake in an XState machine', () => {
  it.each<[object, string]>([
    [machine({ states: { a: { on: { GO: 'z' } } } }), 'states.a.on.GO.target: there is no state "z"'],
    [
      machine({ states: { a: { on: { GO: [{ target: 'a' }, 5] } } } }),
      'states.a.on.GO[1] is 5, needs a transition',
    ],
    [machine({ states: { a: { invoke: { src: 'x' } } } }), 'states.a.invoke: invoked actors are code'],
    [
      machine({ states: { a: { entry: () => 1 } } }),
      'states.a.entry is a function; a chart as data has no code',
    ],
    [
      machine({ states: { a: { exit: { type: 'set', params: { column: 3, value: 1 } } } } }),
      'states.a.exit.column is 3, needs string',
    ],
    [
      machine({ states: { a: { after: { soon: 'a' } } } }),
      'states.a.after.soon: delay "soon" is not a number',
    ],
    [machine({ states: { a: { on: { GO: { cond: 'x' } } } } }), 'states.a.on.GO.cond is of XState 4'],
    [machine({ states: { a: { type: 'round' } } }), 'states.a.type is "round", needs one of parallel'],
    [machine({ states: { a: { states: { b: {} } } } }), 'states.a.initial is missing'],
    [machine({ states: { a: 'b' } }), 'states.a is "b", needs a state'],
    [{ id: 'm' }, 'initial is missing'],
  ])('is reported with its place: %j', (json, words) => {
    expect(() => read(json)).toThrow(InputError);
    expect(() => read(json)).toThrow(words);
  });

  it('includes functions with parameters: written they are names alone, played they are unknown', () => {
    const json = machine({
      states: {
        a: { entry: { type: 'log', params: { x: 1 } }, always: { guard: { type: 'big', params: {} } } },
      },
    });
    const { definition, notes } = read(json);
    expect(definition.states).toMatchObject([{ entry: [[{ kind: 'function', name: 'log' }]] }]);
    expect(notes).toEqual([
      'states.a.always.guard: the parameters of "big" are left out',
      'states.a.entry: the parameters of "log" are left out',
    ]);
    const text = JSON.stringify(json);
    expect(() => readChart('m.json', text)).toThrow(
      'states.a.entry: there is no function for action "log" with parameters, which go with raise, send, cancel, set, add alone; with “Unknown functions: as noted” (--as_noted on) it does nothing',
    );
    expect(() => readChart('m.json', text)).toThrow(
      'states.a.always.guard: there is no function for guard "big" with parameters, which go with compare, in alone; with “Unknown functions: as noted” (--as_noted on) it plays as true',
    );
    expect(readChart('m.json', text, { isAsNoted: true }).notes).toContain(
      'action "log" is unknown here, and does nothing',
    );
  });

  it('is reported with all others', () => {
    const json = machine({
      states: { a: { on: { GO: 'z' }, entry: ['note'] }, b: { always: { guard: 'isDay' } } },
    });
    expect(() => readXStateChart(json)).toThrow(
      [
        'chart "m" has 3 mistakes:',
        '  states.a.on.GO.target: there is no state "z"',
        '  states.b.always.guard: there is no function for guard "isDay"',
        '  states.a.entry[0]: there is no function for action "note"',
      ].join('\n'),
    );
  });

  it('about the grouping of actions is ignored: they are one block', () => {
    const lengths = [[{ toString: null }, 1], [0.5, 1.5], [-1, 3], 2];
    for (const entry of lengths)
      expect(
        read(machine({ states: { a: { entry: ['note', 'tell'], meta: { statescope: { entry } } } } }))
          .definition.states[0],
      ).toMatchObject({ id: 'a', entry: [[{ name: 'note' }, { name: 'tell' }]] });
  });

  it('is one line of words, whatever was changed in a file', () => {
    const broken = fc
      .tuple(randomChart(), fc.nat(), fc.jsonValue({ maxDepth: 2 }))
      .map(([chart, at, value]) => {
        let left = at % 200;
        return JSON.parse(JSON.stringify(writeXStateConfig(chart.definition([]))), (_, before) =>
          left-- === 0 ? value : before,
        );
      });
    fc.assert(
      fc.property(broken, json => {
        try {
          read(json);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      cases(200, 20_000),
    );
  });
});
