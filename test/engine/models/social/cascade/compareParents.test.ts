import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  buildTreeByRule,
  compareParents,
} from '../../../../../src/engine/models/social/cascade/compareParents.ts';
import { findChoices, listExposures } from '../../../../../src/engine/models/social/cascade/findParents.ts';
import { PostKindNumber, Word } from '../../../../../src/engine/models/social/posts/posts.ts';
import { PARENT_RULES } from '../../../../../src/engine/models/social/socialChoices.ts';
import { open, playTo, social } from '../../../play.ts';

const played = async () => {
  const parameters = { warm_up: 20, activity: 20, posting: 6, attention: 0, resharing: 10 };
  return social(await playTo(await open({ network: 'scale-free', agents: 80, parameters }), 40));
};
const NOW = { tick: 40, tickSeconds: 180 };

describe('a comparison of parents', () => {
  it('has the measures of the tree by each rule; by the run’s own rule no post has moved', async () => {
    const state = await played();
    const [root] = state.cascades.ranked(1);
    const { rule: own, measures } = compareParents(state, root, NOW)!;
    expect(own).toBe('drawn');
    expect(measures.map(({ rule }) => rule)).toEqual([...PARENT_RULES]);
    const run = state.cascades.measures(root, NOW.tickSeconds, NOW.tick);
    for (const { rule, moved, ...measured } of measures) {
      expect(buildTreeByRule(state, root, rule, NOW)!.measures).toEqual(measured);
      expect([measured.size, measured.posts, measured.reshares]).toEqual([run.size, run.posts, run.reshares]);
      if (rule === own) expect([moved, measured]).toEqual([0, run]);
      else expect(moved).toBeGreaterThan(0);
    }
    expect(measures.find(({ rule }) => rule === 'original')?.depth).toBe(1);
  });

  it('gives the numbers about the default run that docs/social.md has', async () => {
    const state = social(await playTo(await open({ seed: 341 }), 100));
    const { posts, inputs, society } = state;
    const { offsets, targets } = inputs.network;
    const isReshare = (post: number) => posts.word(post, Word.kind) === PostKindNumber.reshare;
    const reshares = [...Array(posts.count).keys()].filter(isReshare);
    const named = reshares.filter(post => posts.parent.data[post] === posts.word(post, Word.root));
    const followsRoot = (post: number) => {
      const author = posts.word(posts.word(post, Word.root), Word.author);
      return targets.subarray(offsets[author], offsets[author + 1]).includes(posts.word(post, Word.author));
    };
    const strangers = named.filter(post => !followsRoot(post));
    const now = { tick: 100, tickSeconds: 180 };
    const large = state.cascades
      .ranked(society.population.size)
      .filter(root => state.cascades.members(root).length >= 10);
    const compared = large.map(root => compareParents(state, root, now)!.measures);
    const meanOf = (rule: string, measure: 'depth' | 'structuralVirality') =>
      (
        compared.reduce((sum, rows) => sum + rows.find(row => row.rule === rule)![measure], 0) / large.length
      ).toFixed(2);
    const shapeOf = (rule: string) => `${meanOf(rule, 'depth')} and ${meanOf(rule, 'structuralVirality')}`;
    const text = readFileSync('docs/social.md', 'utf8').replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      `${named.length} of ${reshares.length} reshares name the root, ${strangers.length} of them by people who do not follow its author; the ${large.length} cascades of ten posts`,
    );
    expect(text).toContain(`but ${shapeOf('first_seen')} by \`first_seen\`, and ${shapeOf('last_seen')} by`);
    expect(text).toContain(
      `a mean depth of ${shapeOf('drawn').replace(' and ', ' and a mean structural virality of ')},`,
    );
  });

  it('counts the copies that each author could have seen', async () => {
    const state = await played();
    const [root] = state.cascades.ranked(1);
    const members = state.cascades.members(root);
    const { exposures } = compareParents(state, root, NOW)!;
    const choices = [...findChoices(state, root, members)].map(([post, row]) => ({
      parent: state.posts.parent.data[post],
      shown: state.decisions.post.data[row],
      seen: listExposures(state, row).map(copy => copy.post),
    }));
    const copies = choices.map(({ seen }) => seen.length);
    const unseen = choices.filter(
      ({ parent, shown, seen }) => parent === root && ![shown, ...seen].includes(root),
    );
    expect(copies).toHaveLength(members.length - 1);
    expect(exposures).toEqual({
      none: copies.filter(count => count === 0).length,
      one: copies.filter(count => count === 1).length,
      several: copies.filter(count => count > 1).length,
      most: Math.max(...copies),
      unseenFirst: unseen.length,
      unseenFirstOfOne: unseen.filter(({ seen }) => seen.length < 2).length,
    });
    expect(exposures.unseenFirstOfOne).toBeGreaterThan(0);
    expect(exposures.unseenFirst).toBeGreaterThan(exposures.unseenFirstOfOne);
    expect(exposures.several).toBeGreaterThan(5);
  });

  it('moves at most the posts with several copies, and those that name the first though one other copy led to it', async () => {
    const state = social(await playTo(await open({ seed: 341 }), 100));
    const [root] = state.cascades.ranked(1);
    const { measures, exposures } = compareParents(state, root, { tick: 100, tickSeconds: 180 })!;
    expect(exposures).toEqual({
      ...{ none: 0, one: 27, several: 15, most: 6 },
      ...{ unseenFirst: 4, unseenFirstOfOne: 1 },
    });
    expect(measures.find(({ rule }) => rule === 'last_seen')?.moved).toBe(15 + 1);
  });

  it('is absent for what is not the root of a cascade', async () => {
    const state = await played();
    const [root] = state.cascades.ranked(1);
    const below = state.cascades.members(root)[1];
    expect([compareParents(state, below, NOW), buildTreeByRule(state, below, 'original', NOW)]).toEqual([
      null,
      null,
    ]);
  });
});
