import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REACTIONS } from '../../../../../src/engine/models/social/posts/exposure.ts';
import { PostKindNumber, Word } from '../../../../../src/engine/models/social/posts/posts.ts';
import type { CascadeRecord } from '../../../../../src/engine/models/social/reports/socialDocumentSchema.ts';
import type { SocialModelState } from '../../../../../src/engine/models/social/socialModel.ts';
import type { Answer } from '../../../../../src/engine/oracle/oracle.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import { logRows, open, playTo, Scripted, social } from '../../../play.ts';
import { getReports } from '../../../reports.ts';

const busy = {
  network: 'small-world',
  agents: 60,
  parameters: { warm_up: 20, activity: 20, posting: 6, attention: 0, replying: 8, resharing: 6 },
} as const;

const rootsOf = ({ posts }: SocialModelState): number[] =>
  Array.from({ length: posts.count }, (_, post) => post).filter(post => posts.word(post, Word.root) === post);

/** Who saw each cascade and when first, by the transitions of the log alone. @param withReplies whether a look at a reply counts */
function seenByLog(run: Run, withReplies: boolean): Map<number, Map<number, number>> {
  const { posts } = social(run);
  const seen = new Map<number, Map<number, number>>();
  for (const { tick, agent, trigger, context } of logRows(run)) {
    if (trigger !== 'sees_post') continue;
    if (!withReplies && posts.word(context - 1, Word.kind) === PostKindNumber.reply) continue;
    const root = posts.word(context - 1, Word.root);
    if (posts.word(root, Word.author) === agent) continue;
    const viewers = seen.get(root) ?? new Map<number, number>();
    seen.set(root, viewers);
    if (!viewers.has(agent)) viewers.set(agent, tick);
  }
  return seen;
}

describe('the audience of a cascade', () => {
  it.each([
    ['reshares', 'the post itself or a reshare of it'],
    ['reshares_and_replies', 'any post in it'],
  ])('of %s is every agent that the log records as having seen %s, from the first time on', async counts => {
    const parameters = { ...busy.parameters, cascade_counts: counts };
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), fc.integer({ min: 1, max: 30 }), async (seed, rounds) => {
        const run = await playTo(await open({ ...busy, parameters, seed }), rounds);
        const state = social(run);
        const seen = seenByLog(run, counts !== 'reshares');
        for (const root of rootsOf(state)) {
          const { agent, tick } = state.exposures.viewers(root);
          expect(new Map(Array.from(agent, (one, i) => [one, tick[i]]))).toEqual(seen.get(root) ?? new Map());
          expect(state.exposures.seen(root)).toBe(agent.length);
        }
      }),
      { numRuns: 6 },
    );
  });

  it('is counted once per agent, by the strongest reaction; authors in it have seen it', async () => {
    const run = await playTo(await open(busy), 25);
    const state = social(run);
    let most = 0;
    for (const root of rootsOf(state)) {
      const { seen, passedOn, replied, liked, wentOn, looking } = state.exposures.of(root);
      expect(passedOn + replied + liked + wentOn + looking).toBe(seen);
      expect(passedOn).toBe(state.cascades.size(root) - 1);
      const { reaction } = state.exposures.viewers(root);
      const counted = REACTIONS.map((_, one) => reaction.filter(other => other === one).length);
      expect(counted).toEqual([looking, wentOn, liked, replied, passedOn]);
      most = Math.max(most, seen);
    }
    expect(most).toBeGreaterThan(5);
  });

  it('is still looking on while no answer comes', async () => {
    const late: Answer = { kind: 'late' };
    const run = await playTo(await open(busy), 3, new Scripted(() => late));
    const state = social(run);
    const looking = rootsOf(state).reduce((sum, root) => sum + state.exposures.of(root).looking, 0);
    expect(looking).toBeGreaterThan(0);
  });

  it('stands in the document, the same number', async () => {
    const run = await playTo(await open(busy), 12);
    const state = social(run);
    const rows = getReports(run)
      .document()
      .find(([name]) => name === 'cascades')![1];
    const told = [...rows].map(row => (row as CascadeRecord).seen);
    expect(told).toEqual(rootsOf(state).map(root => state.exposures.seen(root)));
  });
});
