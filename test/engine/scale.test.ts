import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Statechart } from '../../src/engine/embedding/statechart.ts';
import { socialChart } from '../../src/engine/models/social/socialChart.ts';
import { Agent } from '../../src/engine/statechart/agent.ts';
import { cpuTime } from '../cpuTime.ts';
import { IS_LONG } from '../runs.ts';
import { playChecked } from './invariants.ts';
import { open, social } from './play.ts';

describe('a run finishes with every invariant kept', () => {
  it.each([
    { network: 'small-world', agents: 100, rounds: 10 },
    { network: 'scale-free', agents: 500, rounds: 1000 },
    { network: 'lastfm', agents: null, rounds: IS_LONG ? 480 : 120 },
  ])('$network, agents $agents, $rounds rounds', async ({ network, agents, rounds }) => {
    const run = await playChecked(await open({ network, agents }), rounds);
    expect(run.rounds).toBe(rounds);
    const { cascades } = social(run);
    expect(cascades.largest()?.size).toBeGreaterThan(1);
    const { states } = run.machine.chart;
    const visited = new Set<string>();
    for (const [i, count] of run.counts.view().entries())
      if (count > 0) visited.add(states[i % states.length]);
    expect([...visited].sort()).toEqual([...states].sort());
  });
});

/** The collector of garbage, which Node offers on request. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

describe('an agent by name', () => {
  const FIRES = 20_000;
  const POST = { post_id: 'post_123' };
  const there = new Statechart({
    ...socialChart,
    transitions: [
      { trigger: 'go', source: 'idle', target: 'scrolling' },
      { trigger: 'go', source: 'scrolling', target: 'idle' },
    ],
    thresholds: {},
  });

  it('takes a transition in far less than a millisecond', () => {
    const machine = there.populate(1);
    machine.tick(null);
    const agent = Agent.of(machine, 0);
    const milliseconds = cpuTime(() => {
      for (let i = 0; i < FIRES; i++) there.fire(agent, 'go', { i });
    });
    expect(agent.stateHistory).toHaveLength(50);
    expect(milliseconds / FIRES).toBeLessThan(1);
  });

  it('takes less than 10 KB with a full history of 50 transitions', () => {
    const agents = 5_000;
    const collect = collector();
    collect();
    const before = process.memoryUsage();
    const machine = there.populate(agents);
    machine.tick(null);
    for (let agent = 0; agent < agents; agent++)
      for (let i = 0; i < 60; i++) there.fire(Agent.of(machine, agent), 'go', POST);
    collect();
    const after = process.memoryUsage();
    const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
    expect(Agent.of(machine, agents - 1).stateHistory).toHaveLength(50);
    expect(bytes / agents).toBeLessThan(10_000);
  });
});
