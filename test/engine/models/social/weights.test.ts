import { describe, expect, it } from 'vitest';
import { Word } from '../../../../src/engine/models/social/posts/posts.ts';
import { open, playTo, social } from '../../play.ts';

/** A loud hub and one that follows it, by an edge of this weight; both follow others that say little. */
const edges = (weight: string) => `source,target,weight\nhub,ann,${weight}\nhub,ben,1\nben,hub,2\n`;
const PARAMETERS = { warm_up: 0, activity: 20, posting: 20 };

/** Whether anybody but its author was shown a post of the hub, by agent. */
async function shownTo(weight: string, parameters: Record<string, number | boolean> = {}) {
  const run = await open(
    { network: 'file', agents: null, parameters: { ...PARAMETERS, trending: 0, ...parameters } },
    edges(weight),
  );
  await playTo(run, 600);
  const { decisions, posts } = social(run);
  const hub = run.state.labelOf?.(2) === 'hub' ? 2 : -1;
  const viewers = new Set<string>();
  for (let row = 0; row < decisions.count; row++)
    if (posts.word(decisions.post.data[row], Word.author) === hub)
      viewers.add(run.state.labelOf?.(decisions.agent.data[row]) ?? '');
  return { run, viewers: [...viewers].sort() };
}

describe('a follower by an edge', () => {
  it('of weight 0 is shown nothing, and the reading counts such weights', async () => {
    const zero = await shownTo('0');
    expect(zero.viewers).toEqual(['ben']);
    expect(zero.run.config.parameters.weights_as_before).toBe(false);
    expect(zero.run.config.networkInfo?.reading?.zeros).toBe(1);
  });

  it('of any other weight is shown all', async () => {
    const some = await shownTo('0.001');
    expect(some.viewers).toEqual(['ann', 'ben']);
    expect(some.run.config.parameters.weights_as_before).toBe(true);
    expect(some.run.config.networkInfo?.weights).toBe('ties');
  });

  it('of weight 0 was shown everything before version 0.7', async () => {
    const before = await shownTo('0', { weights_as_before: true });
    expect(before.viewers).toEqual(['ann', 'ben']);
    expect(before.run.config.networkInfo?.edges).toBe(3);
  });
});
