import { describe, expect, it, vi } from 'vitest';
import { tick, toH } from '../../../src/engine/embedding/choices.ts';
import { createNetwork } from '../../../src/engine/embedding/createNetwork.ts';
import { Statechart } from '../../../src/engine/embedding/statechart.ts';
import { socialChart } from '../../../src/engine/models/social/socialChart.ts';
import { AgentState, parseAgentState, Transition } from '../../../src/engine/models/social/transition.ts';
import { Agent } from '../../../src/engine/statechart/agent.ts';
import { agentsInState, stateDistribution } from '../../../src/engine/statechart/countAgentsByState.ts';
import type { ChartAgent, Guard, TransitionDefinition } from '../../../src/engine/statechart/definition.ts';

const chartOf = (transitions: readonly TransitionDefinition[]) =>
  new Statechart({ name: 'test', states: ['a', 'b', 'c'], initial: 'a', transitions });

/** A chart, a machine with three agents in its first tick, and the first agent. */
function world(transitions: readonly TransitionDefinition[]) {
  const chart = chartOf(transitions);
  const machine = chart.populate(3);
  machine.tick(null);
  return { chart, machine, agent: Agent.of(machine, 0) };
}

const holds = (test: (agent: ChartAgent, context: unknown) => boolean) => ({
  guard: { kind: 'function', name: 'test', test } as const,
});

describe('fire', () => {
  it('returns the new state and resets ticks in state', () => {
    const { chart, machine, agent } = world([{ trigger: 'go', source: 'a', target: 'b' }]);
    machine.tick(null);
    expect(agent.ticksInState).toBe(2);
    expect(chart.fire(agent, 'go')).toBe('b');
    expect(agent.state).toBe('b');
    expect(agent.ticksInState).toBe(0);
  });

  it('returns null for a trigger that the state lacks, and names one that the chart lacks', () => {
    const { chart, agent } = world([{ trigger: 'go', source: 'b', target: 'a' }]);
    expect(chart.fire(agent, 'go')).toBeNull();
    expect(() => chart.fire(agent, 'nowhere')).toThrow(
      '"nowhere" is not a trigger of chart "test"; it has go',
    );
    expect(agent.state).toBe('a');
    expect(agent.stateHistory).toEqual([]);
  });

  it('takes the first candidate whose guard holds, in definition order', () => {
    const { chart, agent } = world([
      { trigger: 'go', source: 'a', target: 'b', ...holds((_, context) => context === 'left') },
      { trigger: 'go', source: 'a', target: 'c' },
      { trigger: 'go', source: 'a', target: 'b' },
    ]);
    expect(chart.fire(agent, 'go', 'right')).toBe('c');
    expect(chart.fire(Agent.of(agent.machine, 1), 'go', 'left')).toBe('b');
  });

  it('hands agent and context to guard and action', () => {
    const action = vi.fn();
    const test = vi.fn(() => true);
    const { chart, agent } = world([{ trigger: 'go', source: 'a', target: 'b', ...holds(test), action }]);
    chart.fire(agent, 'go', { post_id: 'post_123' });
    expect(test).toHaveBeenCalledWith(expect.objectContaining({ index: 0 }), { post_id: 'post_123' });
    expect(action).toHaveBeenCalledWith(expect.objectContaining({ index: 0 }), { post_id: 'post_123' });
  });

  it('takes a throwing guard as false and reports it', () => {
    const fails = () => {
      throw new Error('no such post');
    };
    const { chart, machine, agent } = world([
      { trigger: 'go', source: 'a', target: 'b', ...holds(fails) },
      { trigger: 'go', source: 'a', target: 'c' },
    ]);
    expect(chart.fire(agent, 'go')).toBe('c');
    expect(machine.failures.count).toBe(1);
    expect(machine.failures.kept).toEqual([
      { kind: 'guard', agent: 0, transition: 0, tick: 1, message: 'no such post' },
    ]);
  });

  it('lets a transition stand whose action throws, and reports it', () => {
    const action = () => {
      throw new Error('disk full');
    };
    const { chart, machine, agent } = world([{ trigger: 'go', source: 'a', target: 'b', action }]);
    expect(chart.fire(agent, 'go')).toBe('b');
    expect(machine.failures.kept).toMatchObject([{ kind: 'action', message: 'disk full' }]);
  });

  it('neither records a self-transition nor resets ticks in state', () => {
    const { chart, agent } = world([{ trigger: 'stay', source: 'a', target: 'a' }]);
    expect(chart.fire(agent, 'stay')).toBe('a');
    expect(agent.ticksInState).toBe(1);
    expect(agent.stateHistory).toEqual([]);
  });

  it('records from, to, trigger, tick, time and context, also of a wildcard', () => {
    const { chart, machine, agent } = world([
      { trigger: 'go', source: 'a', target: 'b' },
      { trigger: 'reset', source: '*', target: 'c' },
    ]);
    chart.fire(Agent.of(machine, 1), 'reset');
    chart.fire(agent, 'go', { post_id: 'post_001' });
    machine.tick(null);
    chart.fire(agent, 'reset');
    expect(agent.stateHistory).toEqual([
      {
        ...{ fromState: 'a', toState: 'b', trigger: 'go', context: { post_id: 'post_001' } },
        ...{ tick: 1, timestamp: '2026-01-30T00:00:01Z' },
      },
      {
        ...{ fromState: 'b', toState: 'c', trigger: 'reset', context: null },
        ...{ tick: 2, timestamp: '2026-01-30T00:00:02Z' },
      },
    ]);
    expect(Agent.of(machine, 1).stateHistory).toMatchObject([{ fromState: 'a', toState: 'c' }]);
  });

  it('finds the one transition among 400 by one table read each', () => {
    const states = Array.from({ length: 20 }, (_, i) => `s${i}`);
    let reads = 0;
    const transitions = new Proxy(
      states.flatMap(source => states.map((target, t) => ({ trigger: `t${t}`, source, target }))),
      {
        get(all, key, receiver) {
          reads++;
          return Reflect.get(all, key, receiver);
        },
      },
    );
    const chart = new Statechart({ name: 'large', states, initial: 's0', transitions });
    const machine = chart.populate(1);
    machine.tick(null);
    const agent = Agent.of(machine, 0);
    const round = () => states.map((_, t) => chart.fire(agent, `t${t}`));
    expect(round()).toEqual(states);
    round();
    reads = 0;
    // A cell that was met says which transition it is: there are no candidates to look through.
    expect(round()).toEqual(states);
    expect(reads).toBe(0);
  });
});

describe('populate', () => {
  const toggle = [
    { trigger: 'go', source: 'a', target: 'b' },
    { trigger: 'go', source: 'b', target: 'a' },
  ];

  it('gives each agent a history of the depth asked for', () => {
    const chart = chartOf(toggle);
    const machine = chart.populate(2, { historyDepth: 3 });
    const agent = Agent.of(machine, 1);
    expect(agent.maxHistoryDepth).toBe(3);
    for (let tick = 1; tick <= 5; tick++) {
      machine.tick(null);
      chart.fire(agent, 'go');
    }
    expect(agent.stateHistory.map(t => t.tick)).toEqual([3, 4, 5]);
  });

  it.each([-1, 0.5, 32_768, Number.NaN])('refuses a history depth of %s', depth => {
    expect(() => chartOf([]).populate(1, { historyDepth: depth })).toThrow(`historyDepth is ${depth}`);
  });

  it('makes machines that share the compiled chart and nothing else', () => {
    const chart = chartOf(toggle);
    const [one, other] = [chart.populate(1), chart.populate(1)];
    const [mine, yours] = [Agent.of(one, 0), Agent.of(other, 0)];
    expect(one.chart).toBe(other.chart);
    one.tick(null);
    one.tick(null);
    other.tick(null);
    expect(chart.fire(mine, 'go', { post_id: 'post_001' })).toBe('b');
    expect([yours.state, yours.ticksInState, yours.stateHistory, other.log.rows]).toEqual(['a', 1, [], 0]);
    expect(chart.fire(yours, 'go', { post_id: 'post_002' })).toBe('b');
    expect(mine.stateHistory).toMatchObject([{ tick: 2, context: { post_id: 'post_001' } }]);
    expect(yours.stateHistory).toMatchObject([{ tick: 1, context: { post_id: 'post_002' } }]);
  });
});

describe('validTriggers', () => {
  const chart = new Statechart(socialChart);

  it('lists the triggers of a state in definition order, whatever the guards return', () => {
    expect(chart.validTriggers('scrolling')).toEqual(['starts_post', 'sees_post', 'timeout', 'round_ends']);
    expect(chart.validTriggers('evaluating')).toEqual(['ignores', 'decides', 'timeout']);
    expect(chart.validTriggers('idle')).toEqual(['feed_ready']);
  });

  it('refuses a state that the chart lacks', () => {
    expect(() => chart.validTriggers('asleep')).toThrow('"asleep" is not one of the states idle');
  });
});

describe('the validation table of the data model', () => {
  const { agent } = world([]);

  it.each<[what: string, act: () => unknown, error: RegExp]>([
    [
      'a value that is not an agent state',
      () => parseAgentState('SCROLLING'),
      /"SCROLLING" is not an agent state/,
    ],
    ['an unknown source', () => new Transition('go', 'nowhere' as AgentState, AgentState.IDLE), /"nowhere"/],
    ['an unknown target', () => new Transition('go', AgentState.IDLE, 'nowhere' as AgentState), /"nowhere"/],
    ['an empty trigger', () => new Transition('', AgentState.IDLE, AgentState.IDLE), /trigger/],
    [
      'an initial state outside the states',
      () => new Statechart({ ...socialChart, initial: 'x' }),
      /initial state "x"/,
    ],
    [
      'an unknown state for an agent',
      () => {
        agent.state = 'x';
      },
      /"x" is not one of the states a, b, c/,
    ],
    [
      'ticks in state below 0',
      () => {
        agent.ticksInState = -1;
      },
      /ticks_in_state .* -1/,
    ],
    [
      'a timeout threshold of 0',
      () => {
        agent.timeoutThreshold = 0;
      },
      /timeout_threshold .* 0/,
    ],
    ['an agent that does not exist', () => Agent.of(agent.machine, 3), /agent 3 is not one of 3/],
  ])('refuses %s', (_, act, error) => {
    expect(act).toThrow(error);
  });

  it('keeps a Transition frozen, as it was made', () => {
    const transition = new Transition('go', AgentState.IDLE, AgentState.SCROLLING);
    expect(() => Object.assign(transition, { trigger: 'stop' })).toThrow(TypeError);
  });

  it('takes a function of agent and context as guard, as the data model has it', () => {
    const chart = new Statechart({
      name: 'posts',
      states: Object.values(AgentState),
      initial: AgentState.IDLE,
      transitions: [
        new Transition('decides', AgentState.IDLE, AgentState.COMPOSING, {
          guard: (agent, post) => agent.index === 0 && post !== null,
        }),
        new Transition('decides', AgentState.IDLE, AgentState.SCROLLING),
      ],
    });
    const machine = chart.populate(2);
    machine.tick(null);
    expect(chart.fire(Agent.of(machine, 0), 'decides', { post_id: 'post_001' })).toBe('composing');
    expect(chart.fire(Agent.of(machine, 1), 'decides', { post_id: 'post_001' })).toBe('scrolling');
    expect(chart.transitions.map(({ target }) => target)).toEqual(['composing', 'scrolling']);
  });

  it('refuses a bare function in plain data, in words', () => {
    const guard = (() => true) as unknown as Guard;
    const definition = {
      name: 'bare',
      states: ['a', 'b'],
      initial: 'a',
      transitions: [{ trigger: 'go', source: 'a', target: 'b', guard }],
    };
    expect(() => new Statechart(definition)).toThrow(
      'transition 1 ("go"): its guard is a bare function; write {kind: "function"',
    );
  });

  it('releases contexts with the history that names them', () => {
    const chart = new Statechart({
      name: 'there and back',
      states: ['a', 'b'],
      initial: 'a',
      transitions: [
        { trigger: 'go', source: 'a', target: 'b' },
        { trigger: 'go', source: 'b', target: 'a' },
        { trigger: 'stay', source: '*', target: 'a' },
        { trigger: 'none', source: '*', target: 'b', ...holds(() => false) },
      ],
    });
    const machine = chart.populate(1, { historyDepth: 3 });
    machine.tick(null);
    const agent = Agent.of(machine, 0);
    for (let i = 0; i < 10; i++) {
      chart.fire(agent, 'go', { i });
      chart.fire(agent, 'none', { i });
    }
    chart.fire(agent, 'stay', { i: 'not recorded' });
    expect(agent.stateHistory.map(({ context }) => context)).toEqual([{ i: 7 }, { i: 8 }, { i: 9 }]);
    expect([1, 13, 15, 19].map(number => machine.resolveContext(number))).toEqual([
      null,
      null,
      { i: 7 },
      { i: 9 },
    ]);
  });

  it('starts agents with the defaults of the data model', () => {
    const machine = new Statechart({ ...socialChart, transitions: [], thresholds: {} }).populate(2);
    machine.tick(null);
    expect(Agent.of(machine, 1)).toMatchObject({
      state: AgentState.IDLE,
      stateHistory: [],
      ticksInState: 1,
      timeoutThreshold: 5,
      maxHistoryDepth: 50,
    });
  });

  it('serialises states unchanged', () => {
    expect(JSON.stringify(Object.values(AgentState))).toBe(
      '["idle","scrolling","evaluating","composing","engaging_like","engaging_reply","engaging_reshare","resting"]',
    );
  });
});

it('says in one line what is not an agent, a population, a state or a trigger', () => {
  const { chart, machine, agent } = world([{ trigger: 'go', source: 'a', target: 'b' }]);
  const wrong = (value: unknown) => value as typeof agent;
  expect(() => chart.fire(wrong(0), 'go')).toThrow('an agent is wanted, as Agent.of(population, number)');
  expect(() => chart.canFire(wrong(undefined), 'go')).toThrow('an agent is wanted');
  expect(() => toH(wrong({}))).toThrow('an agent is wanted');
  expect(() => chart.canFire(agent, 'nowhere')).toThrow(
    '"nowhere" is not a trigger of chart "test"; it has go',
  );
  expect(chart.canFire(agent, 'go')).toBe(true);
  expect(() => chart.validTriggers('d')).toThrow('"d" is not one of the states a, b, c');
  expect(() => agentsInState('d', machine)).toThrow('"d" is not one of the states a, b, c');
  const population = (value: unknown) => value as typeof machine;
  expect(() => Agent.of(population(chart), 0)).toThrow(
    'Agent.of takes a population, then the number of an agent',
  );
  expect(() => stateDistribution(population(chart))).toThrow('agents are counted in a population');
  expect(() => tick(population(chart))).toThrow('tick needs a population');
  expect(() => chartOf([]).fire(agent, 'go')).toThrow('the agent is one of chart "test"');
});

it('refuses a threshold at which nothing would happen', () => {
  const chart = (more: object) => () =>
    new Statechart({
      ...{ name: 'wait', states: ['a', 'b'], initial: 'a', thresholds: { a: 3 } },
      transitions: [{ trigger: 'timeout', source: 'a', target: 'b' }],
      ...more,
    });
  expect(chart({})).not.toThrow();
  expect(chart({ transitions: [{ trigger: 'timeout', source: '*', target: 'b' }] })).not.toThrow();
  const message = 'chart "wait": threshold of "a" has no effect: no transition leaves it by "timeout"';
  expect(chart({ transitions: [{ trigger: 'timeout', source: 'b', target: 'a' }] })).toThrow(message);
  expect(chart({ transitions: [{ trigger: 'time-out', source: 'a', target: 'b' }] })).toThrow(message);
});

it('says what it takes where it is given an agent for a state, and a number that no agent has', () => {
  const chart = new Statechart({
    ...{ name: 'switch', states: ['off', 'on'], initial: 'off' },
    transitions: [{ trigger: 'press', source: 'off', target: 'on' }],
  });
  const population = chart.populate(3);
  expect(() => chart.validTriggers(Agent.of(population, 0) as never)).toThrow(
    'validTriggers takes a state by its name, such as agent.state, not an object',
  );
  expect(chart.validTriggers('off')).toEqual(['press']);
  expect(() => new Agent(population, 9)).toThrow('agent 9 is not one of 3');
});

it('refuses to fire what happens at a rate, and events that are nearly a trigger', () => {
  const chart = new Statechart({
    ...{ name: 'flu', states: ['s', 'i'], initial: 's' },
    transitions: [
      { trigger: 'catch', source: 's', target: 'i', rate: 0.1, per: 'i' },
      { trigger: 'seed', source: 's', target: 'i' },
      { trigger: 'heal', source: 'i', target: 's', rate: 0.1 },
      { trigger: 'heal', source: 'i', target: 's' },
    ],
  });
  const network = createNetwork(2, { sources: [0], targets: [1] });
  const population = chart.populate(2, { network, random: 1 });
  tick(population);
  const agent = Agent.of(population, 0);
  expect(() => chart.fire(agent, 'catch')).toThrow('"catch" happens at a rate, and is fired by tick() alone');
  expect(chart.fire(agent, 'seed')).toBe('i');
  expect(chart.fire(agent, 'heal')).toBe('s');
  expect(() => population.fire('0' as never, 'seed' as never, 0)).toThrow('population.fire takes numbers');
  const events = (event: string) => () =>
    new Statechart({
      ...{ name: 'c', states: ['a', 'b'], initial: 'a' },
      transitions: [
        { trigger: 'go', source: 'a', target: 'b', actions: [{ kind: 'raise', event }] },
        { trigger: 'next', source: 'b', target: 'a' },
      ],
    });
  expect(events('next')).not.toThrow();
  expect(events('elsewhere')).not.toThrow();
  expect(events('nextt')).toThrow('no transition answers the event "nextt"; did you mean "next"?');
});

it('counts as failed an action that sends or raises where nothing would hear it', () => {
  for (const act of [
    (agent: ChartAgent) => agent.send('next', { after: 1 }),
    (agent: ChartAgent) => agent.send('next'),
    (agent: ChartAgent) => agent.raise('next'),
  ]) {
    const chart = (transition: Partial<TransitionDefinition>) =>
      new Statechart({
        ...{ name: 'c', states: ['a', 'b', 'c'], initial: 'a' },
        transitions: [
          { trigger: 'go', source: 'a', target: 'b', ...transition },
          { trigger: 'next', source: 'b', target: 'c' },
        ],
      });
    const play = (own: Statechart) => {
      const population = own.populate(1);
      tick(population);
      own.fire(Agent.of(population, 0), 'go');
      tick(population);
      tick(population);
      return [Agent.of(population, 0).state, population.failures.count];
    };
    expect(play(chart({ action: act }))).toEqual(['b', 1]);
    expect(play(chart({ actions: [{ kind: 'function', name: 'act', run: act }] }))).toEqual(['c', 0]);
  }
});
