import { describe, expect, it } from 'vitest';
import { ARCHETYPES } from '../../../../../src/engine/models/social/people/archetypes.ts';
import { Society } from '../../../../../src/engine/models/social/people/society.ts';
import { Cascades } from '../../../../../src/engine/models/social/posts/cascades.ts';
import { Delivery } from '../../../../../src/engine/models/social/posts/delivery.ts';
import { Feed } from '../../../../../src/engine/models/social/posts/feed.ts';
import { PostKindNumber, Posts } from '../../../../../src/engine/models/social/posts/posts.ts';
import { Pending, socialChart } from '../../../../../src/engine/models/social/socialChart.ts';
import { buildNetwork } from '../../../../../src/engine/network/network.ts';
import { compile } from '../../../../../src/engine/statechart/compile.ts';
import { Machine } from '../../../../../src/engine/statechart/machine.ts';
import { parametersOf } from '../../../play.ts';

const AGENTS = 4000;

/** How many in a hundred hang on the root when everybody answers a reshare of it with the same deed. */
function onRoot(deed: number, attribution: number, root_credit = 0): number {
  const { network } = buildNetwork('loose', AGENTS, {
    sources: [0],
    targets: [1],
    weights: null,
  });
  const chance = { seed: 1, later: [] };
  const posts = new Posts(chance);
  const society = new Society(network, 1, parametersOf(), ARCHETYPES);
  const feed = new Feed(network, posts, society, chance);
  const cascades = new Cascades(
    posts,
    { seen: () => 0, of: () => ({ seen: 0, passedOn: 0, replied: 0, liked: 0, wentOn: 0, looking: 0 }) },
    'reshares_and_replies',
  );
  const machine = new Machine(compile(socialChart), society.population, 1);
  const root = posts.add(0, PostKindNumber.original, -1, -1, 0, 0);
  cascades.add(root);
  posts.attribution.data[root] = attribution;
  const copy = posts.add(1, PostKindNumber.reshare, root, root, 0, 0);
  cascades.add(copy);
  const delivery = new Delivery(posts, cascades, feed, chance, null, null);
  for (let agent = 2; agent < AGENTS; agent++) delivery.add(agent, deed, copy);
  machine.beginTick();
  delivery.deliver(1, machine, parametersOf({ notify: false, root_credit }));
  const parents = posts.parent.data.subarray(copy + 1, posts.count);
  expect(parents.length).toBe(AGENTS - 2);
  expect(new Set(parents)).toEqual(new Set([root, copy]));
  return (100 * parents.filter(parent => parent === root).length) / parents.length;
}

describe('the share of posts attached to the root instead of the copy that was seen', () => {
  it.each([
    [0, 90, 77.3],
    [0.5, 50.7, 38],
    [1, 11.4, 0],
  ])('with attribution %f is %f in 100 reshares and %f in 100 replies', (attribution, reshares, replies) => {
    // Three standard deviations of a share among 4,000 are 2.4 %.
    expect(Math.abs(onRoot(Pending.reshare, attribution) - reshares)).toBeLessThan(2.4);
    if (replies > 0) expect(Math.abs(onRoot(Pending.reply, attribution) - replies)).toBeLessThan(2.4);
  });

  it.each([
    [0, 95, 88.7],
    [1, 33.5, 24],
  ])(
    'with attribution %f and a root credit of ½ is %f in 100 reshares and %f in 100 replies',
    (attribution, reshares, replies) => {
      expect(Math.abs(onRoot(Pending.reshare, attribution, 0.5) - reshares)).toBeLessThan(2.4);
      expect(Math.abs(onRoot(Pending.reply, attribution, 0.5) - replies)).toBeLessThan(2.4);
    },
  );
});
