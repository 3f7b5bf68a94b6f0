import { describe, expect, it } from 'vitest';
import { inspectPerson } from '../../../../src/engine/models/social/reports/inspectPerson.ts';
import { FEEDS } from '../../../../src/engine/models/social/socialChoices.ts';
import { logRows, open, playTo, social } from '../../play.ts';

const parameters = { warm_up: 15, activity: 20, posting: 6, attention: 0, trending: 0 };

describe('a waiting post in a feed', () => {
  it.each([
    ...FEEDS.map(feed => [`of a feed ${feed}`, { feed }] as const),
    ['of a feed with paces and surfacing', { pace_spread: 30, surfacing: 4 }] as const,
  ])('is seen in the order %s', async (_, rule) => {
    const run = await open({
      network: 'small-world',
      agents: 60,
      parameters: { ...parameters, ...rule },
    });
    await playTo(run, 0);
    let looks = 0;
    for (let tick = 1; tick <= 30; tick++) {
      const next = run.machine.population.state.map((_, agent) => {
        return inspectPerson(social(run), agent).feed[0]?.post.post ?? -1;
      });
      await playTo(run, tick);
      for (const row of logRows(run))
        if (row.tick === tick && row.trigger === 'sees_post') {
          expect(row.context - 1).toBe(next[row.agent]);
          looks++;
        }
    }
    expect(looks).toBeGreaterThan(100);
  });
});
