import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/engine/core/random.ts';
import { compile } from '../../../../src/engine/statechart/compile.ts';
import { agentsInState, stateDistribution } from '../../../../src/engine/statechart/countAgentsByState.ts';
import type {
  ActionDefinition,
  ChartDefinition,
  StateDefinition,
  TransitionDefinition,
} from '../../../../src/engine/statechart/definition.ts';
import { HIERARCHY } from '../../../../src/engine/statechart/hierarchy/hierarchy.ts';
import { Machine } from '../../../../src/engine/statechart/machine.ts';
import { Population } from '../../../../src/engine/statechart/population.ts';
import { IS_LONG } from '../../../runs.ts';

/** Agents of a chart, and one of them by name. */
function play(definition: ChartDefinition, size = 1) {
  const population = new Population(size, 0);
  population.addInteger('count');
  const machine = new Machine(compile(definition), population, 1, HIERARCHY);
  machine.beginTick();
  return {
    machine,
    states: (agent = 0) => machine.agent(agent).states,
    fire: (event: string, agent = 0) => {
      machine.fireEvent(agent, event, 0);
      return machine.agent(agent).states;
    },
    tick: () => machine.beginTick(),
  };
}

const t = (trigger: string, source: string, target: TransitionDefinition['target'], more = {}) => ({
  trigger,
  source,
  target,
  ...more,
});

/** An action that writes its name down. */
const noting =
  (notes: string[]) =>
  (name: string): ActionDefinition => ({
    kind: 'function',
    name,
    run: () => void notes.push(name),
  });

const phone: ChartDefinition = {
  name: 'phone',
  initial: 'off',
  states: [
    'off',
    {
      id: 'on',
      initial: 'menu',
      states: [
        'menu',
        { id: 'app', states: ['reading', 'writing'] },
        { id: 'last', kind: 'history', initial: 'menu' },
        { id: 'deepest', kind: 'history', deep: true, initial: 'menu' },
      ],
    },
  ],
  transitions: [
    t('power', 'off', 'on'),
    t('power', 'on', 'off'),
    t('open', 'menu', 'app'),
    t('write', 'reading', 'writing'),
    t('resume', 'off', 'last'),
    t('return', 'off', 'deepest'),
  ],
};

const lamp = (more: Partial<StateDefinition> = {}): ChartDefinition => ({
  name: 'lamp',
  initial: 'lamp',
  states: [
    {
      id: 'lamp',
      kind: 'parallel',
      states: [
        { id: 'light', states: ['dark', 'bright'] },
        { id: 'colour', states: ['white', 'red', { id: 'burnt', kind: 'final' }], ...more },
      ],
    },
    'broken',
  ],
  transitions: [
    t('switch', 'dark', 'bright'),
    t('switch', 'bright', 'dark'),
    t('tint', 'white', 'red', { guard: { kind: 'in', state: 'bright' } }),
    t('both', 'lamp', ['bright', 'red']),
    t('drop', 'lamp', 'broken'),
    t('burn', 'colour', 'burnt'),
    t('gone', 'colour', 'white', { on: ['done.state.colour'] }),
  ],
});

describe('hierarchy', () => {
  it('enters a compound state by its initial one, and leaves it by any transition around it', () => {
    const { states, fire } = play(phone);
    expect(states()).toEqual(['off']);
    expect(fire('power')).toEqual(['menu']);
    expect(fire('open')).toEqual(['reading']);
    expect(fire('power')).toEqual(['off']);
    expect(fire('open')).toEqual(['off']);
  });

  it('returns by history to the next level, by deep history to the very state', () => {
    const { fire } = play(phone);
    fire('power');
    fire('open');
    fire('write');
    fire('power');
    expect(fire('resume')).toEqual(['reading']);
    fire('write');
    fire('power');
    expect(fire('return')).toEqual(['writing']);
  });

  it('follows a history without a past to the author’s default', () => {
    expect(play(phone).fire('resume')).toEqual(['menu']);
  });

  it('counts at every level: states below a state sum to it', () => {
    const { machine, fire } = play(phone, 4);
    fire('power', 1);
    fire('power', 2);
    fire('open', 2);
    expect(stateDistribution(machine)).toMatchObject({
      off: 2,
      on: 2,
      menu: 1,
      app: 1,
      reading: 1,
      writing: 0,
    });
    expect(agentsInState('on', machine)).toBe(2);
  });

  it('takes the inner transition of two, and the outer one where the inner does not answer', () => {
    const { fire } = play({
      name: 'nested',
      initial: 'a',
      states: [{ id: 'a', states: ['b', 'c'] }, 'd'],
      transitions: [t('go', 'a', 'd'), t('go', 'b', 'c')],
    });
    expect(fire('go')).toEqual(['c']);
    expect(fire('go')).toEqual(['d']);
  });

  it('runs exits from within, transitions, then entries from without', () => {
    const notes: string[] = [];
    const note = noting(notes);
    const state = (id: string, ...states: (string | StateDefinition)[]): StateDefinition => ({
      id,
      ...(states.length > 0 && { states }),
      entry: [[note(`enter ${id}`)]],
      exit: [[note(`exit ${id}`)]],
    });
    const { fire } = play({
      name: 'noted',
      initial: 'a',
      states: [state('a', state('b')), state('c', state('d'))],
      transitions: [
        t('go', 'b', 'd', { actions: [note('go')] }),
        t('stay', 'c', null, { actions: [note('stay')] }),
      ],
    });
    expect(notes.splice(0)).toEqual(['enter a', 'enter b']);
    fire('go');
    expect(notes.splice(0)).toEqual(['exit b', 'exit a', 'go', 'enter c', 'enter d']);
    fire('stay');
    expect(notes).toEqual(['stay']);
  });

  it('leaves a compound state on a transition into it, unless that is internal', () => {
    const notes: string[] = [];
    const note = noting(notes);
    const chart = (isInternal: boolean): ChartDefinition => ({
      name: 'inside',
      initial: 'a',
      states: [{ id: 'a', states: ['b', 'c'], exit: [[note('left')]] }],
      transitions: [t('go', 'a', 'c', { isInternal })],
    });
    expect(play(chart(true)).fire('go')).toEqual(['c']);
    expect(notes).toEqual([]);
    expect(play(chart(false)).fire('go')).toEqual(['c']);
    expect(notes).toEqual(['left']);
  });
});

describe('parallel regions', () => {
  it('are active at once, and each answers for itself', () => {
    const { states, fire } = play(lamp());
    expect(states()).toEqual(['dark', 'white']);
    expect(fire('tint')).toEqual(['dark', 'white']);
    expect(fire('switch')).toEqual(['bright', 'white']);
    expect(fire('tint')).toEqual(['bright', 'red']);
  });

  it('are entered by several targets at once, and left together', () => {
    const { fire } = play(lamp());
    expect(fire('both')).toEqual(['bright', 'red']);
    expect(fire('drop')).toEqual(['broken']);
  });

  it('are entered at once only where no state of several stands in another', () => {
    const [first] = lamp().states;
    const mistaken = (more: Partial<ChartDefinition>) => () => compile({ ...lamp(), ...more });
    expect(mistaken({ transitions: [t('x', 'broken', ['lamp', 'red'])] })).toThrow(
      'transition 1 ("x"): targets "lamp" and "red" are one in the other',
    );
    expect(mistaken({ initial: ['dark', 'bright'] })).toThrow(
      'the chart: initial states "dark" and "bright" are never active at once',
    );
    const past: StateDefinition = { id: 'past', kind: 'history', initial: ['white', 'red'] };
    expect(
      mistaken({
        states: [
          { ...(first as StateDefinition), states: [...((first as StateDefinition).states ?? []), past] },
          'broken',
        ],
        transitions: [t('x', 'broken', ['past', 'red'])],
      }),
    ).toThrow(
      'state "past": targets "white" and "red" are never active at once; transition 1 ("x"): targets "past" and "red" are one in the other',
    );
  });

  it('signal a final state by an event that the chart answers in the same tick', () => {
    const { machine, fire } = play(lamp());
    expect(fire('burn')).toEqual(['dark', 'white']);
    expect(machine.agent(0).stateHistory.map(h => [h.trigger, h.fromState, h.toState])).toEqual([
      ['burn', 'white', 'burnt'],
      ['gone', 'burnt', 'white'],
    ]);
  });
});

describe('events of a chart’s own', () => {
  const count = (
    more: readonly TransitionDefinition[],
    actions: readonly ActionDefinition[],
  ): ChartDefinition => ({
    name: 'count',
    initial: 'a',
    states: [{ id: 'a', entry: [actions] }, 'b', 'c'],
    transitions: more,
  });

  it('are answered before the agent rests: raised ones first, then sent ones', () => {
    const { states } = play(
      count(
        [t('late', 'b', 'c'), t('soon', 'a', 'b')],
        [
          { kind: 'send', event: 'late' },
          { kind: 'raise', event: 'soon' },
        ],
      ),
    );
    expect(states()).toEqual(['c']);
  });

  it('that are sent with a delay come in their tick, unless they are taken back', () => {
    const chart = count(
      [t('ring', 'a', 'b'), t('stop', 'a', null, { actions: [{ kind: 'cancel', id: 'alarm' }] })],
      [{ kind: 'send', event: 'ring', after: 3, id: 'alarm' }],
    );
    const { states, tick, fire } = play(chart, 2);
    fire('stop', 1);
    const seen = Array.from({ length: 3 }, () => {
      tick();
      return [...states(0), ...states(1)].join('');
    });
    // Sent before the first tick, it comes in the third.
    expect(seen).toEqual(['aa', 'ba', 'ba']);
  });

  it('may change columns as data', () => {
    const { machine } = play(count([], [{ kind: 'add', column: 'count', value: 2 }]), 3);
    expect([...machine.population.column('count')!]).toEqual([2, 2, 2]);
  });

  it('are not needed where a transition answers none: it is taken as soon as its guard holds', () => {
    const guard = { kind: 'compare', column: 'count', op: '>', value: 1 } as const;
    const actions = [{ kind: 'add', column: 'count', value: 1 }] as const;
    const { fire } = play(
      count([t('always', 'a', 'b', { on: [], guard }), t('more', 'a', null, { actions })], []),
    );
    expect(fire('more')).toEqual(['a']);
    expect(fire('more')).toEqual(['b']);
  });

  it('are answered by the beginning of their dotted name, and by *', () => {
    const { fire } = play(
      count([t('any b', 'a', 'b', { on: ['b'] }), t('rest', 'b', 'c', { on: ['*'] })], []),
    );
    expect(fire('bc')).toEqual(['a']);
    expect(fire('b.c')).toEqual(['b']);
    expect(fire('whatever')).toEqual(['c']);
  });

  it('that never end are an error that names the states', () => {
    const circle = count(
      [t('round', 'b', 'c', { on: [] }), t('back', 'c', 'b', { on: [] }), t('go', 'a', 'b')],
      [],
    );
    const { fire } = play(circle);
    expect(() => fire('go')).toThrow(
      'chart "count" never comes to rest: agent 1 took 1000 steps in a row in tick 1, at last between "b" and "c"',
    );
  });

  it('report an action that threw, and the rest of its block is left out', () => {
    const notes: string[] = [];
    const fails: ActionDefinition = {
      kind: 'function',
      name: 'fails',
      run: () => {
        throw new Error('no paper');
      },
    };
    const { machine, states } = play(
      count([t('error', 'a', 'b', { on: ['error'] })], [fails, noting(notes)('not reached')]),
    );
    expect(states()).toEqual(['b']);
    expect(notes).toEqual([]);
    expect(machine.failures.kept).toMatchObject([{ kind: 'action', message: 'no paper' }]);
  });
});

describe('timeouts with hierarchy', () => {
  it('count from the entry of the state that they lead out of, whatever happens in it', () => {
    const { machine, states, fire, tick } = play({
      name: 'timed',
      initial: 'idle',
      states: ['idle', { id: 'active', states: ['a', 'b'] }],
      thresholds: { active: 3 },
      transitions: [
        t('start', 'idle', 'active'),
        t('next', 'a', 'b'),
        t('next', 'b', 'a'),
        t('timeout', 'active', 'idle'),
      ],
    });
    fire('start');
    const seen: string[] = [];
    for (let i = 0; i < 5; i++) {
      tick();
      fire('next');
      machine.fireTimeout(0, 0);
      seen.push(...states());
    }
    expect(seen).toEqual(['b', 'a', 'b', 'idle', 'idle']);
  });

  it('that restart count from the last move within, and the innermost comes first', () => {
    const { machine, states, fire, tick } = play({
      name: 'restarted',
      initial: 'idle',
      states: ['idle', { id: 'active', states: ['a', { id: 'busy', states: ['b', 'c'] }, 'd'] }],
      thresholds: { active: 1, d: 1 },
      transitions: [
        t('start', 'idle', 'active'),
        t('next', 'a', 'b'),
        t('next', 'b', 'c'),
        t('next', 'c', 'd'),
        t('timeout', 'active', 'idle', { restarts: true }),
        t('timeout', 'd', 'a'),
      ],
    });
    fire('start');
    const seen: string[] = [];
    for (let i = 0; i < 10; i++) {
      tick();
      if (i % 2 === 0) fire('next');
      machine.fireTimeout(0, 0);
      seen.push(...states());
    }
    expect(seen).toEqual(['b', 'b', 'c', 'c', 'd', 'd', 'a', 'a', 'b', 'b']);
    for (let i = 0; i < 2; i++) {
      tick();
      machine.fireTimeout(0, 0);
    }
    expect(states()).toEqual(['idle']);
  });
});

describe('rates', () => {
  const decay: ChartDefinition = {
    name: 'decay',
    initial: 'atom',
    states: ['atom', 'left', 'right'],
    transitions: [t('left', 'atom', 'left', { rate: 0.1 }), t('right', 'atom', 'right', { rate: 0.3 })],
  };

  it('compete: one draw an agent, each with its probability within four standard errors', () => {
    const n = IS_LONG ? 1_000_000 : 200_000;
    const { machine } = play(decay, n);
    const random = new Random(7, 99);
    for (let agent = 0; agent < n; agent++) machine.drawRates(agent, random);
    const { left, right } = stateDistribution(machine);
    for (const [count, p] of [
      [left, 0.1],
      [right, 0.3],
    ])
      expect(Math.abs(count / n - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / n));
  });

  it('draw the same for the same seed, however many others draw', () => {
    const after = (agents: readonly number[]) => {
      const { machine, states } = play(decay, 200);
      const random = new Random(7, 99);
      for (const agent of agents) machine.drawRates(agent, random);
      return states(150);
    };
    const all = Array.from({ length: 200 }, (_, agent) => agent);
    expect(after(all)).toEqual(after([150]));
    expect(after(all)).toEqual(after([...all].reverse()));
  });
});

describe('a machine with hierarchy', () => {
  const chart: ChartDefinition = {
    ...phone,
    transitions: [
      ...phone.transitions,
      t('later', 'menu', null, { actions: [{ kind: 'send', event: 'open', after: 2 }] }),
    ],
  };

  it('continues from where it was saved, with history, delayed events and log', () => {
    const one = play(chart, 2);
    for (const event of ['power', 'later']) one.fire(event);
    one.fire('power', 1);
    one.machine.log.seal();
    const beside = one.machine.save();
    if (beside === null) throw new Error('a chart with hierarchy has something beside its columns');
    const saved = structuredClone({
      machine: beside,
      population: one.machine.population.save(),
      log: one.machine.log.save(),
    });
    const population = new Population(2, 0);
    population.addInteger('count');
    const machine = new Machine(compile(chart), population, 1, HIERARCHY);
    machine.restore(saved.machine);
    machine.population.restore(saved.population);
    machine.log.restore(saved.log);
    for (const other of [one.machine, machine])
      for (let i = 0; i < 3; i++) {
        other.beginTick();
        other.fireEvent(1, 'open', 0);
        other.log.seal();
      }
    expect(machine.agent(0).states).toEqual(['reading']);
    expect(machine.log.hash).toBe(one.machine.log.hash);
  });

  it('reads any tick of its past from the log', () => {
    const { machine, fire, tick } = play(phone, 2);
    const events = ['power', 'open', 'write', 'power', 'return', 'power', 'resume'];
    const seen: string[][] = [];
    for (const [i, event] of events.entries()) {
      fire(event, i % 2);
      fire(event, 0);
      machine.log.seal();
      seen.push([...machine.population.state].map(String));
      if (i < events.length - 1) tick();
    }
    for (const [i, states] of seen.entries())
      expect([...machine.past.at(i + 1).state].map(String)).toEqual(states);
  });
});
