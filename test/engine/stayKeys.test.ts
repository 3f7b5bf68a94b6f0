import { describe, expect, it } from 'vitest';
import { sortAgentsBy } from '../../src/workers/engine/reading/runReader.ts';
import { open, playTo } from './play.ts';

const run = await playTo(
  await open({ network: 'small-world', agents: 40, parameters: { warm_up: 10, activity: 12 } }),
  30,
);
const { past, chart } = run.machine;

describe('timelines', () => {
  it('are sorted by the present stay, resting agents last', async () => {
    const order = [...(await sortAgentsBy(run, { by: 'longest-stay' }))];
    const { state, since } = past.at(30);
    const keyOf = (agent: number) => [state[agent] === chart.initial ? 1 : 0, since[agent], agent];
    const compare = (a: number, b: number) => {
      const [one, other] = [keyOf(a), keyOf(b)];
      return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
    };
    expect(order).toEqual([...state.keys()].sort(compare));
  });

  it('are sorted by the time in a state after the warm-up', async () => {
    const order = [...(await sortAgentsBy(run, { by: 'time-in', state: 'evaluating' }))];
    const evaluating = chart.states.indexOf('evaluating');
    const ticks = new Map(order.map(agent => [agent, 0]));
    for (let tick = 1; tick <= 30; tick++)
      for (const [agent, state] of past.at(tick).state.entries())
        if (state === evaluating) ticks.set(agent, (ticks.get(agent) ?? 0) + 1);
    const times = order.map(agent => ticks.get(agent) ?? 0);
    expect(times[0]).toBeGreaterThan(0);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    await expect(sortAgentsBy(run, { by: 'time-in', state: 'dancing' })).rejects.toThrow('"dancing"');
  });
});
