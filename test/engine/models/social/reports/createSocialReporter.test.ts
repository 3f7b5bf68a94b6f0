import { describe, expect, it } from 'vitest';
import type {
  CascadeRecord,
  DecisionRecord,
  PostRecord,
} from '../../../../../src/engine/models/social/reports/socialDocumentSchema.ts';
import type { Answer } from '../../../../../src/engine/oracle/oracle.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import { open, playTo, Scripted } from '../../../play.ts';
import { getReports } from '../../../reports.ts';

const busy = {
  network: 'small-world',
  agents: 40,
  parameters: { warm_up: 30, activity: 20, posting: 20, attention: 0, replying: 8, resharing: 6 },
} as const;

function sections(run: Run) {
  const [decisions, posts, cascades] = getReports(run)
    .document()
    .map(([, rows]) => [...rows]);
  return {
    decisions: decisions as DecisionRecord[],
    posts: posts as PostRecord[],
    cascades: cascades as CascadeRecord[],
  };
}

describe('decisions', () => {
  it('record what the policy chose, with its probabilities', async () => {
    const { decisions } = sections(await playTo(await open(busy), 30));
    const outcomes = new Set(decisions.map(d => `${d.action} ${d.trigger} ${d.next_state}`));
    expect(outcomes).toEqual(
      new Set([
        'ignore ignores scrolling',
        'like decides engaging_like',
        'reply decides composing',
        'reshare decides composing',
      ]),
    );
    for (const { probabilities, action, source } of decisions) {
      expect(source).toBe('policy');
      expect(Object.keys(probabilities!)).toEqual(['ignore', 'like', 'reply', 'reshare']);
      expect(Object.values(probabilities!).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 5);
      expect(probabilities![action!]).toBeGreaterThan(0);
    }
  });

  it('record that an unusable answer fell back to scrolling, and that a late one left the agent waiting', async () => {
    const run = await open(busy);
    const answer = (agent: number): Answer =>
      agent % 2 === 0 ? { kind: 'late' } : { kind: 'unusable', reason: 'no JSON' };
    await playTo(run, 30, new Scripted(q => answer(q.agent)));
    const { decisions } = sections(run);
    const outcomes = decisions
      .filter(d => d.tick > 0)
      .map(d => [d.source, d.action, d.trigger, d.next_state, d.probabilities].join());
    expect(new Set(outcomes)).toEqual(new Set(['fallback,,decides,scrolling,', 'late,,,evaluating,']));
  });

  it('keep the probabilities that an oracle gave, and let the engine choose by them', async () => {
    const run = await open(busy);
    const oracle = new Scripted(() => ({
      kind: 'weighed',
      probabilities: [0.25, 0.75, 0, 0],
      source: 'ollama',
    }));
    await playTo(run, 30, oracle);
    const { decisions } = sections(run);
    const given = decisions.filter(d => d.tick > 0 && d.source === 'ollama');
    expect(given.length).toBeGreaterThan(20);
    expect(given[0].probabilities).toEqual({ ignore: 0.25, like: 0.75, reply: 0, reshare: 0 });
    const likes = given.filter(d => d.action === 'like').length / given.length;
    expect(likes).toBeGreaterThan(0.6);
    expect(likes).toBeLessThan(0.9);
  });

  it('name posts that existed before', async () => {
    const { decisions, posts } = sections(await playTo(await open(busy), 30));
    const tickOf = new Map(posts.map(p => [p.post_id, p.tick]));
    for (const d of decisions) expect(tickOf.get(d.post_id)).toBeLessThan(d.tick);
  });
});

describe('posts', () => {
  it('form trees: the parent is an earlier post under the same root', async () => {
    const { posts } = sections(await playTo(await open(busy), 60));
    const byId = new Map(posts.map(p => [p.post_id, p]));
    expect(posts.map(p => p.post_id)).toEqual([...byId.keys()]);
    for (const post of posts) {
      if (post.parent_id === null) {
        expect([post.kind, post.root_id]).toEqual(['original', post.post_id]);
        continue;
      }
      const parent = byId.get(post.parent_id)!;
      expect(post.kind).not.toBe('original');
      expect(parent.root_id).toBe(post.root_id);
      expect(parent.tick).toBeLessThan(post.tick);
      expect(parent.topic).toBe(post.topic);
    }
    expect(new Set(posts.map(p => p.kind))).toEqual(new Set(['original', 'reply', 'reshare']));
  });

  it('have a text, and as many likes as agents finished liking', async () => {
    const run = await playTo(await open(busy), 60);
    const { posts } = sections(run);
    expect(posts.every(p => p.text.length > 0)).toBe(true);
    const likes = posts.reduce((sum, p) => sum + p.likes, 0);
    const series = run.seriesRows.view();
    expect(likes).toBe(series.reduce((sum, n, i) => sum + (i % 4 === 0 ? n : 0), 0));
    expect(likes).toBeGreaterThan(0);
  });
});

describe('cascades', () => {
  it.each([
    ['reshares', 'wrote it or passed it on'],
    ['reshares_and_replies', 'wrote under it'],
  ])('that count %s exist for every root, with as many users as %s', async cascade_counts => {
    const run = await playTo(await open({ ...busy, parameters: { ...busy.parameters, cascade_counts } }), 60);
    const { posts: all, cascades } = sections(run);
    const posts = all.filter(p => cascade_counts !== 'reshares' || p.kind !== 'reply');
    expect(all.some(p => p.kind === 'reply')).toBe(true);
    const roots = posts.filter(p => p.parent_id === null);
    expect(cascades.map(c => c.root_id)).toEqual(roots.map(p => p.post_id));
    for (const [i, cascade] of cascades.entries()) {
      const under = posts.filter(p => p.root_id === cascade.root_id);
      expect(cascade.size).toBe(new Set(under.map(p => p.author_id)).size);
      expect(cascade.observed_ticks).toBe(run.tick - roots[i].tick);
      expect(cascade.depth).toBe(depthOf(under));
      expect(cascade.post_root_r === null).toBe(under.length === 1);
    }
    expect(Math.max(...cascades.map(c => c.depth))).toBeGreaterThan(1);
  });
});

/** Longest way from the root, by the parents' ids. */
function depthOf(posts: readonly PostRecord[]): number {
  const depth = new Map<string, number>();
  for (const post of posts)
    depth.set(post.post_id, post.parent_id === null ? 0 : depth.get(post.parent_id)! + 1);
  return Math.max(...depth.values());
}
