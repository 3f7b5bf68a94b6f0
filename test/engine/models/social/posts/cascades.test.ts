import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cascades } from '../../../../../src/engine/models/social/posts/cascades.ts';
import { PostKindNumber, Posts, Word } from '../../../../../src/engine/models/social/posts/posts.ts';

const SEED = 1;
const UNSEEN = {
  seen: () => 0,
  of: () => ({ seen: 0, passedOn: 0, replied: 0, liked: 0, wentOn: 0, looking: 0 }),
};

/** `[author, parent (−1: a root), tick]`, in the order of ticks. */
function forest(made: readonly (readonly [author: number, parent: number, tick: number])[]) {
  const posts = new Posts(SEED);
  const cascades = new Cascades(posts, UNSEEN, 'reshares_and_replies');
  for (const [author, parent, tick] of made)
    cascades.add(
      posts.add(author, parent < 0 ? PostKindNumber.original : PostKindNumber.reply, parent, -1, 0, tick),
    );
  return { posts, cascades };
}

/** Two cascades: one under post 0 of four people, one under post 1 of two. */
const two = () =>
  forest([
    [0, -1, 1],
    [1, -1, 2],
    [2, 0, 4],
    [3, 2, 9],
    [3, 0, 10],
    [2, 1, 11],
    [4, 3, 12],
  ]);

describe('cascades', () => {
  it('count people once, however often they write', () => {
    const { cascades } = two();
    expect([cascades.size(0), cascades.size(1), cascades.size(2)]).toEqual([4, 2, 0]);
    expect(cascades.summary(0, 12)).toMatchObject({ root: 0, author: 0, tick: 1, size: 4, posts: 5 });
  });

  it('count the people who joined in the last five ticks, and list first those with most of them', () => {
    const { cascades } = two();
    const gained = (tick: number) => cascades.liveliest(tick, 5).map(c => [c.root, c.gained]);
    expect(gained(12)).toEqual([
      [0, 2],
      [1, 1],
    ]);
    expect(gained(16)).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(gained(40)).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  it('show their growth in 24 steps, from the root’s author to everybody', () => {
    const { growth } = two().cascades.summary(0, 25);
    expect(growth.length).toBe(24);
    // One step a tick: people after ticks 2, 3, … 25.
    expect(growth).toEqual([1, 1, 2, 2, 2, 2, 2, 3, 3, 3, ...new Array(14).fill(4)]);
  });

  it('give the tree with parents before children, as rows', () => {
    const tree = two().cascades.tree(0, 180, 12);
    expect([...tree.post]).toEqual([0, 2, 3, 4, 6]);
    expect([...tree.parent]).toEqual([-1, 0, 1, 0, 2]);
    expect([...tree.author]).toEqual([0, 2, 3, 3, 4]);
    expect(tree.measures).toMatchObject({ size: 4, posts: 5, depth: 3, replies: 4, reshares: 0 });
    expect(tree.text.every(text => text.length > 0)).toBe(true);
  });

  it('are ranked by size at all times, equals by age, as a full sort would', () => {
    const post = fc.tuple(fc.nat(12), fc.nat(100));
    fc.assert(
      fc.property(fc.array(post, { minLength: 1, maxLength: 200 }), made => {
        const { posts, cascades } = forest([]);
        for (const [i, [author, choice]] of made.entries()) {
          // A third are roots; the others hang on any post before.
          const parent = i === 0 || choice % 3 === 0 ? -1 : choice % i;
          cascades.add(
            posts.add(author, parent < 0 ? PostKindNumber.original : PostKindNumber.reply, parent, -1, 0, i),
          );
        }
        const users = new Map<number, Set<number>>();
        for (let p = 0; p < posts.count; p++) {
          const root = posts.word(p, Word.root);
          users.set(root, (users.get(root) ?? new Set()).add(posts.word(p, Word.author)));
        }
        const sorted = [...users].sort(([a, ofA], [b, ofB]) => ofB.size - ofA.size || a - b);
        const roots = sorted.map(([root]) => root);
        expect(cascades.ranked(10)).toEqual(roots.slice(0, 10));
        expect(cascades.largest()?.root).toBe(roots[0]);
        for (const [root, set] of users) expect(cascades.size(root)).toBe(set.size);
      }),
    );
  });
});
