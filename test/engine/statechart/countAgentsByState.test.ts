import { describe, expect, it } from 'vitest';
import { Statechart } from '../../../src/engine/embedding/statechart.ts';
import { socialChart } from '../../../src/engine/models/social/socialChart.ts';
import { Agent } from '../../../src/engine/statechart/agent.ts';
import { agentsInState, stateDistribution } from '../../../src/engine/statechart/countAgentsByState.ts';

describe('state queries', () => {
  const machine = new Statechart({ ...socialChart, transitions: [], thresholds: {} }).populate(10);
  Agent.of(machine, 3).state = 'composing';
  Agent.of(machine, 4).state = 'composing';

  it('count the agents in every state, those without any included, and need no run', () => {
    expect(stateDistribution(machine)).toEqual({
      idle: 8,
      scrolling: 0,
      evaluating: 0,
      composing: 2,
      engaging_like: 0,
      engaging_reply: 0,
      engaging_reshare: 0,
      resting: 0,
    });
  });

  it('count the agents in one state', () => {
    expect(agentsInState('composing', machine)).toBe(2);
    expect(agentsInState('resting', machine)).toBe(0);
  });

  it('refuse a state that the chart lacks', () => {
    expect(() => agentsInState('asleep', machine)).toThrow('"asleep"');
  });
});
