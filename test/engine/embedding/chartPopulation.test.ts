import { describe, expect, it } from 'vitest';
import { computeJsonDigest } from '../../../src/engine/core/hashing/computeJsonDigest.ts';
import {
  Agent,
  type ChartPopulation,
  createNetwork,
  type PopulationOptions,
  Random,
  Statechart,
  stateDistribution,
  tick,
} from '../../../src/engine/index.ts';
import type { ChartDefinition, Guard } from '../../../src/engine/statechart/definition.ts';

const AGENTS = 200;
/** A ring in which everybody hears both neighbours. */
const ring = createNetwork(
  AGENTS,
  {
    sources: Array.from({ length: AGENTS }, (_, agent) => agent),
    targets: Array.from({ length: AGENTS }, (_, agent) => (agent + 1) % AGENTS),
    weights: null,
  },
  { name: 'ring', undirected: true },
);

/** An infection that only the curious catch, with a counter and a delay. */
const infection = new Statechart({
  name: 'infection',
  states: ['S', 'I', 'R'],
  initial: 'S',
  thresholds: { R: 3 },
  transitions: [
    { trigger: 'seed', source: 'S', target: 'I' },
    {
      ...{ trigger: 'catch', source: 'S', target: 'I', rate: { column: 'chance' }, per: 'I' },
      guard: { kind: 'compare', column: 'interest', op: '>=', value: 0.2 },
      actions: [{ kind: 'add', column: 'times', value: 1 }],
    },
    { trigger: 'recover', source: 'I', target: 'R', rate: 0.2 },
    { trigger: 'timeout', source: 'R', target: 'S' },
  ],
});
const options = {
  columns: { chance: 0.4, interest: (agent: number) => (agent % 10) / 10 },
  network: ring,
  random: 7,
};

function infect(): ChartPopulation {
  const population = infection.populate(AGENTS, options);
  population.tick(null);
  infection.fire(Agent.of(population, 5), 'seed', { by: 'hand' });
  return population;
}

function play(population: ChartPopulation, ticks: number): ChartPopulation {
  for (let i = 0; i < ticks; i++) tick(population);
  population.seal();
  return population;
}

/** Ends the tick. @returns the hash so far */
function seal(population: ChartPopulation): string {
  population.seal();
  return population.hash;
}

describe('a population that is embedded', () => {
  it('spreads along its network by rates, guards and columns', () => {
    const population = play(infect(), 30);
    const { S, I, R } = stateDistribution(population);
    expect(S + I + R).toBe(AGENTS);
    const times = population.population.column('times')!;
    const caught = [...times.keys()].filter(agent => times[agent] > 0);
    expect(caught.length).toBeGreaterThan(1);
    // Nobody below the threshold, and nobody beyond an agent that does not pass it on.
    expect(caught.every(agent => agent % 10 >= 2 && agent < 10)).toBe(true);
  });

  it('gives the same hash for the same calls, and another for another chart, size, column, network, depth of histories or draws', () => {
    const hash = play(infect(), 10).hash;
    expect(play(infect(), 10).hash).toBe(hash);
    const start = infection.populate(AGENTS, options).hash;
    const others = [
      infection.populate(AGENTS, { ...options, random: 8 }),
      infection.populate(AGENTS, { ...options, columns: { ...options.columns, chance: 0.5 } }),
      infection.populate(AGENTS, { ...options, random: new Random(7, 1) }),
      infection.populate(AGENTS, { ...options, historyDepth: 5 }),
      infection.populate(AGENTS, {
        ...options,
        network: createNetwork(AGENTS, { sources: [0], targets: [1], weights: null }),
      }),
      infection.populate(2, {
        ...options,
        network: createNetwork(2, { sources: [0], targets: [1], weights: null }),
      }),
      new Statechart({ ...infection.compiled.definition, name: 'other' }).populate(AGENTS, options),
    ];
    expect(new Set(others.map(({ hash: other }) => other)).size).toBe(others.length);
    for (const { hash: other } of others) expect(other).not.toBe(start);
    expect(start).toMatch(/^[0-9a-f]{64}$/);
  });

  it('goes on from what was saved as JSON, with histories and contexts', () => {
    const whole = play(infect(), 20);
    const saved = JSON.parse(JSON.stringify(play(infect(), 8).saveAll()));
    const restored = infection.restore(saved, AGENTS, options);
    expect(restored.hash).toBe(play(infect(), 8).hash);
    play(restored, 12);
    expect(restored.hash).toBe(whole.hash);
    const histories = [whole, restored].map(population => Agent.of(population, 5).stateHistory);
    expect(histories[1]).toEqual(histories[0]);
    expect(histories[0][0]).toMatchObject({ fromState: 'S', toState: 'I', context: { by: 'hand' } });
  });

  it('restores a chart with hierarchy and what it was about to do', () => {
    const chart = new Statechart({
      name: 'sender',
      initial: 'on',
      states: [{ id: 'on', states: ['waiting', 'done'], entry: [[{ kind: 'send', event: 'go', after: 3 }]] }],
      transitions: [{ trigger: 'go', source: 'waiting', target: 'done' }],
    });
    const population = chart.populate(2);
    play(population, 2);
    const restored = chart.restore(JSON.parse(JSON.stringify(population.saveAll())), 2);
    expect(stateDistribution(restored)).toMatchObject({ waiting: 2 });
    expect(stateDistribution(play(restored, 2))).toMatchObject({ done: 2 });
    expect(restored.hash).toBe(play(population, 2).hash);
  });

  it('says what is missing or wrong, and what to write', () => {
    const { columns, ...others } = options;
    const populate = (size: unknown, given: object = options) => infection.populate(size as number, given);
    expect(() => populate(1.5)).toThrow(
      'a population has a whole number of agents from 1 to 10000000, not 1.5',
    );
    expect(() => populate('5')).toThrow('not "5"');
    expect(() => populate(AGENTS, others)).toThrow(
      'chart "infection" reads chance, interest: populate(200, { columns: { chance: …, interest: … } })',
    );
    expect(() => populate(AGENTS, { columns })).toThrow('counts neighbours in I: populate(200, { network })');
    expect(() => populate(3)).toThrow('the network has 200 nodes, the population 3 agents');
    expect(() => populate(AGENTS, { ...options, columns: { ...columns, interest: [1, 2] } })).toThrow(
      'column interest has 2 values for 200 agents',
    );
    expect(() => populate(AGENTS, { ...options, columns: { ...columns, chance: 'much' } })).toThrow(
      'column chance is "much", needs a number',
    );
    expect(() => populate(AGENTS, { ...options, columns: { ...columns, chance: () => 'much' } })).toThrow(
      'column chance of agent 0 is "much", needs a number',
    );
    expect(() => populate(AGENTS, { ...options, random: -1 })).toThrow('random is -1');
    expect(() => populate(AGENTS, { ...options, random: 2 ** 32 })).toThrow('0 to 4294967295');
    expect(() => populate(AGENTS, { ...options, seed: 1 })).toThrow('populate has no option "seed"');
    expect(() => populate(AGENTS, { ...options, network: {} })).toThrow('network is not a network');
    expect(() => populate(AGENTS, { ...options, network: { nodes: AGENTS, edges: [[0, 1]] } })).toThrow(
      'network is not a network',
    );
    expect(() => tick(infection.populate(AGENTS, options), 5 as unknown as Random)).toThrow(
      "tick draws rates by a Random, or the population's own seed, not by 5",
    );
    expect(() => populate(AGENTS, { ...options, columns: { ...columns, chance: null } })).toThrow(
      'column chance is null',
    );
    expect(() => populate(AGENTS, { ...options, columns: { ...columns, chance: 3 } })).toThrow(
      'it is a rate, 0 to 1',
    );
    expect(() => populate(AGENTS, { ...options, columns: { ...columns, interest: 1e39 } })).toThrow(
      'column interest of agent 0 is 1e+39: a column holds 32-bit floats',
    );
    expect(() => populate(AGENTS, { columns, network: ring }).tick()).toThrow('nothing draws them');
    expect(() => infect().hash).toThrow('tick 1 is open: seal() it first');
    expect(() => infect().saveAll()).toThrow('tick 1 is open');
    const saved = infection.populate(AGENTS, options).saveAll();
    expect(() => infection.restore(saved, AGENTS, { ...options, random: 8 })).toThrow(
      'the saved population differs in its draws (random): restore it',
    );
    const other = { ...options, historyDepth: 3, columns: { ...columns, chance: 0.5 } };
    expect(() => infection.restore(saved, AGENTS, other)).toThrow(
      'historyDepth, first values of column chance: restore it',
    );
    const { definition } = infection.compiled;
    const renamed = new Statechart({ ...definition, name: 'other' });
    expect(() => renamed.restore(saved, AGENTS, options)).toThrow('differs in its chart: restore it');
    const altered = { ...saved, population: { ...saved.population, '.state': [0] } } as typeof saved;
    expect(() => infection.restore(altered, AGENTS, options)).toThrow('was changed or cut off: its SHA-256');
    const { sha256: __, ...rest } = { ...saved, log: {}, population: {} } as unknown as typeof saved;
    const broken = { ...rest, sha256: computeJsonDigest(rest) } as typeof saved;
    expect(() => infection.restore(broken, AGENTS, options)).toThrow('it was cut off or changed');
    expect(() => populate(AGENTS, { ...options, random: Math.random })).toThrow(
      'random is a function, needs',
    );
    expect(() => populate(AGENTS, null as unknown as object)).toThrow(
      'takes its options as an object, not null',
    );
    expect(() => infection.restore('{}' as unknown as typeof saved, AGENTS, options)).toThrow(
      'the saved population is a text',
    );
    expect(() => infection.restore({} as typeof saved, AGENTS, options)).toThrow('not a saved population');
    const { log: _, ...cut } = saved;
    expect(() => infection.restore(cut as typeof saved, AGENTS, options)).toThrow('has no log');
    expect(() =>
      tick(infection.populate(AGENTS, { columns, network: ring }), new Random(1, 1)),
    ).not.toThrow();
  });
});

it('gives no hash that leaves out transitions made outside a tick', () => {
  const chart = new Statechart({
    name: 'switch',
    states: ['off', 'on'],
    initial: 'off',
    transitions: [
      { trigger: 'press', source: 'off', target: 'on' },
      { trigger: 'press', source: 'on', target: 'off' },
    ],
  });
  const population = chart.populate(1);
  const agent = Agent.of(population, 0);
  expect(population.hash).toMatch(/^[0-9a-f]{64}$/);
  tick(population);
  chart.fire(agent, 'press');
  population.seal();
  expect(population.hash).toMatch(/^[0-9a-f]{64}$/);
  const saved = population.saveAll();
  chart.fire(agent, 'press');
  const reason = '1 transition was made outside a tick';
  expect(() => population.hash).toThrow(reason);
  expect(() => population.saveAll()).toThrow('call tick(population) before the first fire()');
  expect(() => population.seal()).toThrow(reason);
  tick(population);
  chart.fire(agent, 'press');
  expect(() => population.seal()).toThrow(reason);
  expect(seal(chart.restore(saved, 1))).toMatch(/^[0-9a-f]{64}$/);
});

it('saves what agents of a chart without hierarchy hold, and knows a chart in another notation', () => {
  const transitions = [
    { trigger: 'go', source: 'a', target: 'b', guard: { kind: 'function', name: 'is new', test: () => 1 } },
  ] as unknown as ChartDefinition['transitions'];
  const chart = new Statechart({ name: 'seen', states: ['a', 'b'], initial: 'a', transitions });
  const population = chart.populate(2);
  Agent.of(population, 1).data.seen = 1;
  tick(population);
  // As in a condition of the language, 1 is true.
  expect(chart.fire(Agent.of(population, 0), 'go')).toBe('b');
  population.seal();
  const saved = JSON.parse(JSON.stringify(population.saveAll())) as ReturnType<typeof population.saveAll>;
  const words = { states: { a: { label: 'first' } }, triggers: {} } as unknown as NonNullable<
    ChartDefinition['words']
  >;
  const [{ trigger, source, target, guard }] = transitions;
  const other = new Statechart({
    ...{ words, initial: 'a', states: ['a', 'b'], name: 'seen' },
    transitions: [{ guard, target, source, trigger }] as ChartDefinition['transitions'],
  });
  const restored = other.restore(saved, 2);
  expect(restored.hash).toBe(population.hash);
  expect([0, 1].map(agent => ({ ...Agent.of(restored, agent).data }))).toEqual([{}, { seen: 1 }]);
});

it('refuses a column that its chart does not name, unless a function may read it', () => {
  const definition = {
    ...{ name: 'heat', states: ['cold', 'hot'], initial: 'cold' },
    transitions: [
      {
        ...{ trigger: 'warm', source: 'cold', target: 'hot' },
        guard: { kind: 'compare', column: 'heat', op: '>=', value: 3 } as Guard,
      },
    ],
  };
  const chart = new Statechart(definition);
  expect(() => chart.populate(2, { columns: { heat: 1, heta: 2 } })).toThrow(
    'chart "heat" has no column "heta"; did you mean "heat"?',
  );
  const guard: Guard = { kind: 'function', name: 'wet', test: () => true };
  const free = new Statechart({ ...definition, transitions: [{ ...definition.transitions[0], guard }] });
  expect(free.populate(2, { columns: { rain: 2 } }).population.column('rain')).toEqual(
    new Float32Array([2, 2]),
  );
  const none = new Statechart({ ...definition, transitions: [] });
  expect(() => none.populate(2, { columns: { rain: 2 } })).toThrow('no column "rain"; it reads none');
});

it('has no hash for agents whose states were set by hand', () => {
  const chart = new Statechart({
    ...{ name: 'flu', states: ['s', 'i'], initial: 's' },
    transitions: [
      { trigger: 'seed', source: 's', target: 'i' },
      { trigger: 'timeout', source: 'i', target: 's' },
    ],
  });
  const seeded = () => {
    const population = chart.populate(5);
    tick(population);
    chart.fire(Agent.of(population, 2), 'seed');
    population.seal();
    return population;
  };
  const placed = seeded();
  expect(placed.hash).toBe(seeded().hash);
  Agent.of(placed, 1).state = 'i';
  const message = 'the state of agent 1 was set by hand, and a hash is of transitions: fire one in its place';
  expect(() => placed.hash).toThrow(message);
  tick(placed);
  chart.fire(Agent.of(placed, 1), 'timeout');
  expect(() => placed.seal()).toThrow(message);
  const atFirst = chart.populate(5);
  atFirst.population.state[4] = 1;
  tick(atFirst);
  expect(() => atFirst.seal()).toThrow('the state of agent 4 was set by hand');
  const within = chart.populate(5);
  tick(within);
  Agent.of(within, 0).state = 'i';
  expect(() => within.seal()).toThrow('the state of agent 0 was set by hand');
  const saved = seeded().saveAll();
  const restored = chart.restore(saved, 5);
  tick(restored);
  expect(seal(restored)).toHaveLength(64);
});

it('counts an agent whose column is at the constant of a guard as being there', () => {
  const values = [0.1, 0.2, 0.3, 0.6, 0.7, 0.8, 0.9, 1e-7, 16_777_217, 3];
  for (const value of values)
    for (const [op, holds] of [
      ['>=', true],
      ['<=', true],
      ['==', true],
      ['>', false],
      ['<', false],
      ['!=', false],
    ] as const) {
      const guard: Guard = { kind: 'compare', column: 'w', op, value };
      const chart = new Statechart({
        ...{ name: 'at', states: ['a', 'b'], initial: 'a' },
        transitions: [{ trigger: 'go', source: 'a', target: 'b', guard }],
      });
      const population = chart.populate(1, { columns: { w: value } });
      expect([value, op, chart.canFire(Agent.of(population, 0), 'go')]).toEqual([value, op, holds]);
    }
});

it('names data and contexts that cannot be saved', () => {
  const chart = new Statechart({
    ...{ name: 'note', states: ['a', 'b'], initial: 'a' },
    transitions: [{ trigger: 'go', source: 'a', target: 'b' }],
  });
  const saved = (data: Record<string, unknown>, context: object = {}) => {
    const population = chart.populate(2);
    tick(population);
    Object.assign(Agent.of(population, 1).data, data);
    chart.fire(Agent.of(population, 1), 'go', context);
    population.seal();
    return population.saveAll();
  };
  const plain = { seen: [1, 'x', null, { at: 0.5, left: undefined }], who: 'anna' };
  expect(JSON.parse(JSON.stringify(saved(plain))).variables[1]).toContainEqual(['who', 'anna']);
  expect(() => saved({ n: 1n })).toThrow('data of agent 1.n is a bigint, which JSON does not hold');
  expect(() => saved({ seen: { at: new Map() } })).toThrow('data of agent 1.seen.at is a Map, which JSON');
  expect(() => saved({ mean: Number.NaN })).toThrow('data of agent 1.mean is NaN');
  expect(() => saved({}, { when: new Date(0) })).toThrow('context of agent 1.when is a Date');
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(() => saved({ circle })).toThrow('has more than 100 levels, or holds itself');
  const final = new Statechart({
    ...{ name: 'end', initial: 'a', states: ['a', { id: 'z', kind: 'final' }] },
    transitions: [{ trigger: 'go', source: 'a', target: 'z' }],
  });
  const population = final.populate(2);
  tick(population);
  Agent.of(population, 1).data.seen = new Set([1]);
  population.seal();
  expect(() => population.saveAll()).toThrow('data of agent 1.seen is a Set, which JSON does not hold');
  expect([population.size, population.column('none')]).toEqual([2, undefined]);
});

it('refuses thresholds below 0', () => {
  const chart = new Statechart({
    ...{ name: 'wait', states: ['a', 'b'], initial: 'a', thresholds: { a: { column: 'patience' } } },
    transitions: [{ trigger: 'timeout', source: 'a', target: 'b' }],
  });
  expect(() => chart.populate(2, { columns: { patience: [3, -0.5] } })).toThrow(
    'column patience of agent 1 is -0.5: it is a threshold, from 0',
  );
});

it('names the column of neighbours where it is misspelled, and writes names so that they can be copied', () => {
  const chart = (column: string) =>
    new Statechart({
      ...{ name: 'c', states: ['a', 'b'], initial: 'a' },
      transitions: [
        { trigger: 'go', source: 'a', target: 'b', guard: { kind: 'compare', column, op: '>', value: 1 } },
      ],
    });
  expect(() => chart('neighbors in b').populate(3)).toThrow(
    'chart "c" reads "neighbors in b", and the number of neighbours in a state is "neighbours in b"',
  );
  expect(() => chart('my heat').populate(3)).toThrow('populate(3, { columns: { "my heat": … } })');
});

it('refuses what belongs to models, and names its own', () => {
  const population = createPopulation();
  expect(() => population.beginTick()).toThrow('tick(population) begins a tick');
  expect(() => population.save()).toThrow('population.saveAll() saves all of it');
  expect(() => population.restore()).toThrow('chart.restore(saved, n, options) restores all of it');
});

it('has timeouts of agents in its hash, given with the set-up, and none for those set by hand', () => {
  const plain = createPopulation();
  const usual = seal(plain);
  const given = createPopulation({ timeoutThreshold: agent => agent + 1 });
  expect(seal(given)).not.toBe(usual);
  expect(Agent.of(given, 2).timeoutThreshold).toBe(3);
  expect(() => createPopulation({ timeoutThreshold: 0 })).toThrow(
    'timeoutThreshold of agent 0 is 0, needs a whole number from 1 to 65535',
  );
  expect(() => createPopulation({ timeoutThreshold: [1, 2] })).toThrow(
    'timeoutThreshold has 2 values for 5 agents',
  );
  expect(() => CLERKS.restore(given.saveAll(), 5)).toThrow('differs in its timeoutThreshold');
  Agent.of(plain, 1).timeoutThreshold = 9;
  expect(() => plain.seal()).toThrow(
    'timeoutThreshold of agent 1 was set by hand, and a hash is of the set-up and of what happened',
  );
  const aged = createPopulation();
  Agent.of(aged, 0).ticksInState = 50;
  expect(() => aged.saveAll()).toThrow('ticksInState of agent 0 was set by hand');
});

const CLERKS = new Statechart({
  ...{ name: 'clerks', states: ['waiting', 'working'], initial: 'waiting' },
  transitions: [{ trigger: 'timeout', source: 'waiting', target: 'working' }],
});
const createPopulation = (options: PopulationOptions = {}) => CLERKS.populate(5, options);
