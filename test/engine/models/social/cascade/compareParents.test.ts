import { describe, expect, it } from 'vitest';
import {
  buildTreeByRule,
  compareParents,
} from '../../../../../src/engine/models/social/cascade/compareParents.ts';
import { findChoices, listExposures } from '../../../../../src/engine/models/social/cascade/findParents.ts';
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

  it('counts the copies that each author could have seen', async () => {
    const state = await played();
    const [root] = state.cascades.ranked(1);
    const members = state.cascades.members(root);
    const { exposures } = compareParents(state, root, NOW)!;
    const copies = [...findChoices(state, root, members).values()].map(
      row => listExposures(state, row).length,
    );
    expect(copies).toHaveLength(members.length - 1);
    expect(exposures).toEqual({
      none: copies.filter(count => count === 0).length,
      one: copies.filter(count => count === 1).length,
      several: copies.filter(count => count > 1).length,
      most: Math.max(...copies),
    });
    expect(exposures.several).toBeGreaterThan(5);
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
