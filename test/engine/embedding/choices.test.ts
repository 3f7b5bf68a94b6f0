import { describe, expect, it } from 'vitest';
import {
  Agent,
  choices,
  Random,
  Statechart,
  shouldQueryLlm,
  stateDistribution,
  tick,
  toH,
} from '../../../src/engine/index.ts';

const reader = new Statechart({
  name: 'reader',
  initial: 'awake',
  states: [
    {
      id: 'awake',
      kind: 'parallel',
      states: [
        { id: 'mind', states: ['calm', 'stirred'] },
        { id: 'hands', states: ['idle', 'writing'] },
      ],
    },
    'asleep',
  ],
  thresholds: { writing: 2 },
  words: { states: {}, triggers: { write: { label: 'writes', description: 'a reply' } } },
  transitions: [
    { trigger: 'write', source: 'idle', target: 'writing', guard: { kind: 'in', state: 'stirred' } },
    { trigger: 'timeout', source: 'writing', target: 'idle' },
    { trigger: 'sleep', source: 'awake', target: 'asleep' },
    { trigger: 'stir', source: 'calm', target: 'stirred', rate: 0.5 },
  ],
});

function reading(size = 1) {
  const machine = reader.populate(size);
  tick(machine, null);
  return { machine, agent: Agent.of(machine, 0) };
}

describe('an agent that is embedded', () => {
  it('is offered the events that would be answered now, with their words', () => {
    const { agent } = reading();
    expect(choices(agent)).toEqual([{ trigger: 'sleep', label: 'sleep' }]);
    expect(shouldQueryLlm(agent)).toBe(false);
    expect(reader.canFire(agent, 'write')).toBe(false);
  });

  it('has a choice when its guards allow two, and asking changes nothing', () => {
    const { machine, agent } = reading();
    const random = new Random(1, 1);
    for (let i = 0; i < 10 && !agent.isIn('stirred'); i++) tick(machine, random);
    expect(choices(agent)).toEqual([
      { trigger: 'write', label: 'writes' },
      { trigger: 'sleep', label: 'sleep' },
    ]);
    expect(shouldQueryLlm(agent)).toBe(true);
    expect(agent.states).toEqual(['stirred', 'idle']);
  });

  it('times out by ticks alone', () => {
    const { machine, agent } = reading();
    const random = new Random(1, 1);
    for (let i = 0; i < 10 && !agent.isIn('stirred'); i++) tick(machine, random);
    reader.fire(agent, 'write');
    const seen = Array.from({ length: 3 }, () => {
      tick(machine, null);
      return agent.isIn('writing');
    });
    expect(seen).toEqual([true, true, false]);
  });

  it('is shown as plain data', () => {
    const { agent } = reading();
    reader.fire(agent, 'sleep');
    expect(toH(agent)).toEqual({
      state: 'asleep',
      states: ['asleep'],
      ticks_in_state: 0,
      valid_triggers: [],
      state_history: [
        { from_state: 'calm, idle', to_state: 'asleep', trigger: 'sleep', timestamp: '2026-01-30T00:00:01Z' },
      ],
    });
  });

  it('is one of many, drawn alike for the same seed', () => {
    const [one, other] = [reading(1000), reading(1000)];
    for (const { machine } of [one, other]) for (let i = 0; i < 3; i++) tick(machine, new Random(5, 1));
    expect(stateDistribution(one.machine)).toEqual(stateDistribution(other.machine));
    expect(stateDistribution(one.machine).stirred).toBeGreaterThan(800);
  });
});
