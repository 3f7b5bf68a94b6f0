import { describe, expect, it } from 'vitest';
import { createRun } from '../../../../../src/engine/models/openRun.ts';
import { PostKindNumber, Posts } from '../../../../../src/engine/models/social/posts/posts.ts';
import { computeQuantile, sortAscending } from '../../../../../src/engine/statistics/quantiles.ts';
import { loadedOf } from '../../../everyModel.ts';
import { documentText, open, playTo } from '../../../play.ts';
import { restoredTwin } from '../../../restoredTwin.ts';

const ROOTS = 4000;

/** Roots of as many authors, with a spread of paces. */
function createRoots(spread: number): Posts {
  const posts = new Posts(1, false, spread);
  for (let author = 0; author < ROOTS; author++) posts.add(author, PostKindNumber.original, -1, -1, 0, 1);
  return posts;
}

describe('the pace of a root', () => {
  it('is 1 for all without a spread', () => {
    expect(new Set(createRoots(0).pace.view())).toEqual(new Set([1]));
  });

  it('has median 1, and is as often above a number as below one over it', () => {
    const sorted = sortAscending([...createRoots(30).pace.view()]);
    expect(sorted[0]).toBeGreaterThanOrEqual(Math.fround(1 / 31));
    expect(sorted.at(-1)).toBeLessThanOrEqual(31);
    // (1 + 30 × ¾) / (1 + 30 × ¼) for a quarter; three standard deviations of a share among 4,000 are 2.4 %.
    for (const [share, pace] of [
      [0.25, 8.5 / 23.5],
      [0.5, 1],
      [0.75, 23.5 / 8.5],
    ]) {
      expect(computeQuantile(sorted, share - 0.024)).toBeLessThan(pace);
      expect(computeQuantile(sorted, share + 0.024)).toBeGreaterThan(pace);
    }
  });

  it('multiplies the lifetime, leaves the other draws as they are, and goes to all posts below', () => {
    const [even, uneven] = [createRoots(0), createRoots(30)];
    expect(uneven.quality.view()).toEqual(even.quality.view());
    expect(uneven.attribution.view()).toEqual(even.attribution.view());
    for (let root = 0; root < ROOTS; root++)
      expect(uneven.lifetime.data[root] / (uneven.pace.data[root] * even.lifetime.data[root])).toBeCloseTo(
        1,
        5,
      );
    const copy = uneven.add(7, PostKindNumber.reshare, 3, 3, 0, 2);
    expect(uneven.pace.data[copy]).toBe(uneven.pace.data[3]);
    expect(uneven.pace.data[copy]).not.toBe(1);
  });
});

describe('a run', () => {
  const hashOf = async (parameters: Readonly<Record<string, number>>) =>
    (await playTo(await open({ parameters }), 40)).hash;

  it('has the same hash while pace spread, surfacing, alerts and root credit are 0, and another with each', async () => {
    const before = await hashOf({});
    expect(await hashOf({ pace_spread: 0, surfacing: 0, alerts: 0, root_credit: 0 })).toBe(before);
    const others = await Promise.all(
      [{ pace_spread: 30 }, { surfacing: 10 }, { alerts: 0.1 }, { root_credit: 0.5 }].map(hashOf),
    );
    expect(new Set([before, ...others]).size).toBe(5);
  });

  it('of preset twitter15_paced goes on from what it saves as it would have, with its mechanisms in its document', async () => {
    const part = {
      network: 'scale-free',
      agents: 80,
      preset: 'twitter15_paced',
      parameters: { posting: 20 },
    };
    const loaded = await loadedOf('social', part, 8);
    const run = await playTo(createRun(loaded), 60);
    const restored = restoredTwin(run, loaded);
    await Promise.all([playTo(run, 120), playTo(restored, 120)]);
    expect(restored.hash).toBe(run.hash);
    expect(documentText(restored)).toBe(documentText(run));
    for (const [name, value] of [
      ['pace_spread', 60],
      ['surfacing', 7],
      ['alerts', 0.4],
      ['root_credit', 0.45],
      ['parent_rule', 'root_or_other'],
    ])
      expect(JSON.parse(documentText(run)).config.parameters[name]).toBe(value);
  });
});
