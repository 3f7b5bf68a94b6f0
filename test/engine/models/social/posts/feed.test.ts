import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeInterest } from '../../../../../src/engine/models/social/asking/policy.ts';
import { ARCHETYPES } from '../../../../../src/engine/models/social/people/archetypes.ts';
import { Society } from '../../../../../src/engine/models/social/people/society.ts';
import { Feed, INBOX } from '../../../../../src/engine/models/social/posts/feed.ts';
import { PostKindNumber, Posts } from '../../../../../src/engine/models/social/posts/posts.ts';
import type { FeedOrder } from '../../../../../src/engine/models/social/socialChoices.ts';
import { buildNetwork } from '../../../../../src/engine/network/network.ts';
import { runs } from '../../../../runs.ts';
import { parametersOf } from '../../../play.ts';

const CLIMATE = 0;
const nothingTrends = parametersOf({ trending: 0 });

/** Edges of readership: */
function world(nodes: number, edges: readonly (readonly [number, number, number?])[]) {
  const { network } = buildNetwork('drawn', nodes, {
    sources: edges.map(e => e[0]),
    targets: edges.map(e => e[1]),
    weights: edges[0]?.[2] === undefined ? null : edges.map(e => e[2]!),
  });
  const posts = new Posts(1);
  const society = new Society(network, 1, nothingTrends, ARCHETYPES);
  const feed = new Feed(network, posts, society, { seed: 1, later: [] });
  const original = (author: number, tick = 0, topic = CLIMATE) => {
    const post = posts.add(author, PostKindNumber.original, -1, -1, topic, tick);
    feed.markSeen(author, post);
    feed.publish(post);
    return post;
  };
  const reshare = (author: number, of: number, tick = 0) => {
    const post = posts.add(author, PostKindNumber.reshare, of, of, CLIMATE, tick);
    feed.markSeen(author, of);
    feed.publish(post);
    return post;
  };
  /** The post that an agent would see now, or null. */
  const sees = (agent: number, tick = 1, parameters = nothingTrends) =>
    feed.look(agent, tick, parameters) ? feed.bestPost : null;
  /** All that waits, best first. */
  const drain = (agent: number, tick = 1) => {
    const seen: number[] = [];
    for (let post = sees(agent, tick); post !== null; post = sees(agent, tick)) {
      seen.push(post);
      feed.markSeen(agent, post);
    }
    return seen;
  };
  return { network, posts, society, feed, original, reshare, sees, drain };
}

describe('a feed', () => {
  it('carries a post to those who follow its author, and to nobody else', () => {
    const { original, sees } = world(4, [
      [0, 1],
      [0, 2],
      [3, 0],
    ]);
    const post = original(0);
    expect([0, 1, 2, 3].map(agent => sees(agent))).toEqual([null, post, post, null]);
  });

  it('shows a content once', () => {
    const { original, reshare, sees, feed } = world(3, [
      [0, 2],
      [1, 2],
    ]);
    const post = original(0);
    expect(sees(2)).toBe(post);
    feed.markSeen(2, post);
    expect(sees(2)).toBeNull();
    reshare(1, post);
    expect(sees(2)).toBeNull();
  });

  it('shows a content that several have passed on once, and counts them', () => {
    const { original, reshare, feed, drain } = world(4, [
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
    const post = original(0);
    expect([feed.look(3, 1, nothingTrends), feed.bestCopies]).toEqual([true, 1]);
    const alone = feed.bestInterest;
    reshare(1, post);
    reshare(2, post);
    expect([feed.look(3, 1, nothingTrends), feed.bestCopies]).toEqual([true, 3]);
    expect(feed.bestInterest).toBeGreaterThan(alone);
    expect(drain(3)).toEqual([post]);
  });

  it('holds the last 32 posts', () => {
    const { original, drain } = world(2, [[0, 1]]);
    const posts = Array.from({ length: INBOX + 5 }, () => original(0));
    expect(drain(1).sort((a, b) => a - b)).toEqual(posts.slice(5));
  });

  it('shows of equal interest the copy in the lower place; places are filled in turn', () => {
    const { original, sees } = world(2, [[0, 1]]);
    // Posts of one author and round have the same quality.
    const posts = Array.from({ length: INBOX }, () => original(0));
    expect(sees(1)).toBe(posts[0]);
    // The next one takes the first place again.
    const next = original(0);
    expect(sees(1)).toBe(next);
  });

  it('shows the newest copy first on request, a reshare by its own time', () => {
    const { original, reshare, sees, feed } = world(5, [
      [0, 3, 9],
      [1, 3, 1],
      [2, 3, 1],
    ]);
    const newest = parametersOf({ trending: 0, feed: 'chronological' });
    const unheard = original(4, 1, 3);
    const first = original(0, 1);
    const second = original(1, 2, 3);
    expect([sees(3, 3), sees(3, 3, newest)]).toEqual([first, second]);
    const again = reshare(2, unheard, 3);
    expect([sees(3, 4), sees(3, 4, newest)]).toEqual([first, again]);
    feed.markSeen(3, unheard);
    feed.markSeen(3, second);
    expect(sees(3, 4, newest)).toBe(first);
  });

  it('shows first what most react to, what is on the topics of the agent, or anything', () => {
    const { original, sees, posts, society } = world(4, [
      [0, 3, 1],
      [1, 3, 1],
      [2, 3, 1],
    ]);
    const topics = Array.from({ length: 8 }, (_, topic) => topic).sort(
      (a, b) => society.affinity(3, b) - society.affinity(3, a),
    );
    const liked = original(0, 1, topics[7]);
    const near = original(1, 1, topics[0]);
    const newest = original(2, 2, topics[7]);
    posts.credit(liked, 9);
    const by = (feed: FeedOrder) => parametersOf({ trending: 0, feed });
    expect(sees(3, 3, by('by_engagement'))).toBe(liked);
    expect(sees(3, 3, by('by_similarity'))).toBe(near);
    expect(sees(3, 3, by('chronological'))).toBe(newest);
    const drawn = Array.from({ length: 300 }, (_, tick) => sees(3, tick + 3, by('random')));
    for (const post of [liked, near, newest])
      expect(Math.abs(drawn.filter(one => one === post).length - 100)).toBeLessThan(30);
  });

  it('shows the newest of those that nobody reacts to', () => {
    const { original, sees } = world(3, [
      [0, 2, 1],
      [1, 2, 1],
    ]);
    original(0, 1);
    const newest = original(1, 2);
    expect(sees(2, 3, parametersOf({ trending: 0, feed: 'by_engagement' }))).toBe(newest);
  });

  it('ranks waiting posts by interest', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(7), fc.nat(100)), { minLength: 1, maxLength: INBOX }), made => {
        const { posts, society, original, drain } = world(2, [[0, 1, 2]]);
        const ticks = [...made].sort((a, b) => a[1] - b[1]);
        for (const [topic, tick] of ticks) original(0, tick, topic);
        const interest = ([topic, tick]: readonly [number, number], post: number) =>
          computeInterest(society.affinity(1, topic), 101 - tick, 1, 0, posts.quality.data[post], 40);
        const order = drain(1, 101);
        const interests = order.map(post => interest(ticks[post], post));
        expect(order.length).toBe(made.length);
        expect(interests).toEqual([...interests].sort((a, b) => b - a));
      }),
      runs(25),
    );
  });

  it('drops posts that are older than the expiry', () => {
    const { original, sees, feed } = world(2, [[0, 1]]);
    const old = original(0, 0);
    feed.age(10, 10);
    expect(sees(1, 10)).toBe(old);
    feed.age(11, 10);
    expect(sees(1, 11)).toBeNull();
    const young = original(0, 11);
    expect(sees(1, 12)).toBe(young);
  });
});

describe('ties', () => {
  it('are the root of the weight over the greatest', () => {
    const { original, feed, sees } = world(3, [
      [0, 2, 4],
      [1, 2, 1],
    ]);
    original(0);
    sees(2);
    expect(feed.bestTie).toBe(0xffff);
    feed.markSeen(2, feed.bestPost);
    original(1);
    sees(2);
    expect(feed.bestTie).toBe(Math.floor(0xffff / 2));
  });

  it('are drawn per edge where the network has no weights', () => {
    const { original, feed, sees } = world(3, [
      [0, 1],
      [0, 2],
    ]);
    original(0);
    const ties = [1, 2].map(agent => {
      sees(agent);
      return feed.bestTie;
    });
    expect(ties[0]).not.toBe(ties[1]);
  });
});

describe('a reply', () => {
  it('reaches the author of the answered post, even one who does not follow', () => {
    const { posts, original, feed, sees } = world(2, [[0, 1]]);
    const post = original(0);
    const reply = posts.add(1, PostKindNumber.reply, post, -1, CLIMATE, 1);
    feed.publish(reply);
    expect(sees(0)).toBeNull();
    feed.notify(0, reply);
    expect(sees(0)).toBe(reply);
    expect(feed.bestTie).toBe(0xffff);
  });

  it('is not shown twice to one who follows, nor to oneself', () => {
    const { posts, original, feed, sees } = world(2, [
      [0, 1],
      [1, 0],
    ]);
    const post = original(0);
    const reply = posts.add(1, PostKindNumber.reply, post, -1, CLIMATE, 1);
    feed.publish(reply);
    feed.notify(0, reply);
    sees(0);
    expect([feed.bestPost, feed.bestCopies]).toEqual([reply, 1]);
    const own = posts.add(0, PostKindNumber.reply, post, -1, CLIMATE, 1);
    feed.notify(0, own);
    sees(0);
    expect(feed.bestPost).toBe(reply);
  });
});

describe('trending', () => {
  const always = parametersOf({ trending: 1 });
  const ticks = Array.from({ length: 200 }, (_, i) => i + 1);

  it('offers a hot post to an agent whom the network does not bring it', () => {
    const { original, feed, sees } = world(3, [[0, 1]]);
    const post = original(0);
    expect(ticks.map(tick => sees(2, tick, always)).every(p => p === null)).toBe(true);
    feed.heat(post, 3);
    const found = ticks.map(tick => sees(2, tick, always)).filter(p => p !== null);
    expect(new Set(found)).toEqual(new Set([post]));
    // One place of eight is taken.
    expect(found.length).toBeGreaterThan(10);
    expect(found.length).toBeLessThan(50);
    expect(ticks.some(tick => sees(2, tick, nothingTrends) !== null)).toBe(false);
    feed.markSeen(2, post);
    expect(ticks.some(tick => sees(2, tick, always) !== null)).toBe(false);
  });

  it('ranks what it offers with the copies that wait', () => {
    const { original, feed, posts, sees } = world(3, [[0, 1]]);
    const hot = original(2);
    const waiting = original(0, 1);
    feed.heat(hot, 3);
    posts.credit(hot, 2000);
    const seen = (order: FeedOrder) =>
      new Set(ticks.map(tick => sees(1, tick + 1, parametersOf({ trending: 1, feed: order }))));
    expect(seen('by_engagement')).toEqual(new Set([hot, waiting]));
    expect(seen('chronological')).toEqual(new Set([waiting]));
  });

  it('keeps the hottest of the passed-on posts', () => {
    const { original, feed, sees } = world(2, []);
    const posts = Array.from({ length: 9 }, () => original(0));
    for (const post of posts.slice(0, 8)) feed.heat(post, 3);
    feed.heat(posts[8], 1);
    const seen = () => new Set(ticks.map(tick => sees(1, tick, always)));
    expect(seen()).toEqual(new Set(posts.slice(0, 8)));
    // Cold places are taken by what is warm now.
    for (let tick = 1; tick < 60; tick++) feed.age(tick, 1000);
    feed.heat(posts[8], 1);
    expect(seen()).toContain(posts[8]);
    expect(seen().size).toBe(8);
  });

  it('cools by 4 % a tick: a new reshare displaces what has cooled below it', () => {
    // 1 = 3 × .96^n between 26 and 27 ticks.
    for (const [ticksOfCooling, displaced] of [
      [26, false],
      [27, true],
    ] as const) {
      const { original, feed, sees } = world(2, []);
      const posts = Array.from({ length: 9 }, () => original(0));
      for (const post of posts.slice(0, 8)) feed.heat(post, 3);
      for (let tick = 1; tick <= ticksOfCooling; tick++) feed.age(tick, 1000);
      feed.heat(posts[8], 1);
      expect(ticks.some(tick => sees(1, tick, always) === posts[8])).toBe(displaced);
    }
  });
});

describe('feeds that were saved', () => {
  it('hold what waited and what was seen, also where every place was written, as in earlier versions', () => {
    const edges = [
      [0, 2],
      [1, 2],
    ] as const;
    const { network, posts, society, feed, original, reshare } = world(3, edges);
    const first = original(0);
    reshare(1, first);
    original(1);
    const waits = (one: typeof feed) => one.waiting(2, 1, { expiry: 100, surfacing: 0 });
    const saved = feed.save();
    const { places, columns } = saved.copies;
    const dense = columns.map(column => {
      const all = new Uint32Array(3 * INBOX);
      for (let cell = 0; cell < column.length; cell++) all[places![cell]] = column[cell];
      return all;
    });
    expect(waits(feed)).toHaveLength(2);
    for (const copies of [saved.copies, { columns: dense }]) {
      const again = new Feed(network, posts, society, { seed: 1, later: [] });
      again.restore({ ...saved, copies });
      expect(waits(again)).toEqual(waits(feed));
      expect(again.save()).toEqual(saved);
    }
  });
});
