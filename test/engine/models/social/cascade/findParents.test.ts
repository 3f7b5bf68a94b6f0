import { describe, expect, it } from 'vitest';
import {
  findFirstLook,
  findParents,
  listExposures,
} from '../../../../../src/engine/models/social/cascade/findParents.ts';
import { Word } from '../../../../../src/engine/models/social/posts/posts.ts';
import { PARENT_RULES, type ParentRule } from '../../../../../src/engine/models/social/socialChoices.ts';
import type { SocialModelState } from '../../../../../src/engine/models/social/socialModel.ts';
import { open, playTo, social } from '../../../play.ts';

const busy = {
  network: 'scale-free',
  agents: 80,
  parameters: {
    ...{ warm_up: 20, activity: 20, posting: 6, attention: 0, replying: 4, resharing: 10 },
    cascade_counts: 'reshares_and_replies',
  },
} as const;

const playBusy = async (parameters: object = {}, seed = 1) =>
  social(await playTo(await open({ ...busy, seed, parameters: { ...busy.parameters, ...parameters } }), 40));

/** The largest cascades with their members. */
const largest = (state: SocialModelState) =>
  state.cascades.ranked(8).map(root => ({ root, members: state.cascades.members(root) }));

describe('parents by another rule', () => {
  it.each(PARENT_RULES)('are the very ones of a run that has rule %s', async parent_rule => {
    const state = await playBusy({ parent_rule });
    let compared = 0;
    for (const { root, members } of largest(state))
      for (const [post, parent] of findParents(state, root, members, parent_rule)) {
        expect(parent).toBe(state.posts.parent.data[post]);
        compared++;
      }
    expect(compared).toBeGreaterThan(100);
  });

  it('are earlier posts of the same cascade, and make trees of different depth', async () => {
    const state = await playBusy();
    const depths = new Map<ParentRule, number>();
    for (const { root, members } of largest(state))
      for (const rule of PARENT_RULES) {
        const parents = findParents(state, root, members, rule);
        const { measures } = state.cascades.tree(root, 180, state.sealed, parents);
        depths.set(rule, (depths.get(rule) ?? 0) + measures.depth);
        for (const [post, parent] of parents)
          if (post !== root) {
            expect(parent).toBeLessThan(post);
            expect(state.posts.word(parent, Word.root)).toBe(root);
          }
      }
    expect(depths.get('last_seen')).toBeGreaterThan(depths.get('first_seen')!);
    expect(depths.get('first_seen')).toBeGreaterThan(depths.get('drawn')!);
    expect(depths.get('original')).toBeLessThan(depths.get('drawn')!);
  });

  it('come from copies of people whom the author follows, made before it looked', async () => {
    const state = await playBusy();
    const { decisions, posts, feed } = state;
    let [copies, several] = [0, 0];
    for (let row = 0; row < decisions.count; row++) {
      const exposed = listExposures(state, row);
      const agent = decisions.agent.data[row];
      const content = posts.word(decisions.post.data[row], Word.content);
      const expected = Array.from({ length: posts.count }, (_, post) => post).filter(
        post =>
          posts.word(post, Word.content) === content &&
          posts.word(post, Word.tick) < findFirstLook(decisions, row) &&
          feed.follows.isThere(posts.word(post, Word.author), agent),
      );
      expect(exposed.map(({ post }) => post)).toEqual(expected);
      copies += exposed.length;
      if (exposed.length > 1) several++;
    }
    expect(copies).toBeGreaterThan(500);
    expect(several).toBeGreaterThan(50);
  });

  it('change what happens in a run, since depth does, but what a cascade counts changes nothing', async () => {
    const hashOf = async (parameters: object) => {
      const run = await playTo(
        await open({ ...busy, parameters: { ...busy.parameters, ...parameters } }),
        40,
      );
      return run.hash;
    };
    const usual = await hashOf({});
    expect(await hashOf({ cascade_counts: 'reshares' })).toBe(usual);
    expect(await hashOf({ parent_rule: 'drawn', root_credit: 0 })).toBe(usual);
    for (const parent_rule of PARENT_RULES.slice(1)) expect(await hashOf({ parent_rule })).not.toBe(usual);
    expect(await hashOf({ root_credit: 1 })).not.toBe(usual);
  });
});
