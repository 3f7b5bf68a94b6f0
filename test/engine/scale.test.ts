import { describe, expect, it } from 'vitest';
import { playChecked } from './invariants.ts';
import { open, social } from './play.ts';

describe('a run finishes with every invariant kept', () => {
  it.each([
    { network: 'small-world', agents: 100, rounds: 10 },
    { network: 'scale-free', agents: 500, rounds: 1000 },
    { network: 'lastfm', agents: null, rounds: 480 },
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
