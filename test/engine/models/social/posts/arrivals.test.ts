import { describe, expect, it } from 'vitest';
import { ARCHETYPES } from '../../../../../src/engine/models/social/people/archetypes.ts';
import { Society } from '../../../../../src/engine/models/social/people/society.ts';
import { Arrivals } from '../../../../../src/engine/models/social/posts/arrivals.ts';
import { PostKindNumber, Posts } from '../../../../../src/engine/models/social/posts/posts.ts';
import { buildNetwork } from '../../../../../src/engine/network/network.ts';
import { parametersOf } from '../../../play.ts';

const AGENTS = 4000;
const SURFACING = 10;
const MADE = 5;

/** A post of tick 5 and a given pace, and everybody who may see it. */
function createArrival(pace: number) {
  const chance = { seed: 1, later: [] };
  const { network } = buildNetwork('loose', AGENTS, { sources: [0], targets: [1], weights: null });
  const posts = new Posts(chance);
  const society = new Society(network, 1, parametersOf(), ARCHETYPES);
  const post = posts.add(0, PostKindNumber.original, -1, -1, 0, MADE);
  posts.pace.data[post] = pace;
  const arrivals = new Arrivals(posts, society, chance);
  const everybody = [...Array(AGENTS).keys()];
  const measureUpShare = (tick: number, surfacing = SURFACING) =>
    everybody.filter(agent => arrivals.isUp(agent, post, tick, surfacing)).length / AGENTS;
  return { arrivals, society, post, everybody, measureUpShare };
}

describe('a copy in a feed', () => {
  it('is up at once without surfacing', () => {
    expect(createArrival(1).measureUpShare(MADE, 0)).toBe(1);
  });

  it.each([
    [1, 1],
    [0.2, 0.2],
    [4, 4],
  ])(
    'of pace %f is up for half of all after %f × .83 × surfacing, and for all after twelve times as long',
    (pace, scale) => {
      const { measureUpShare } = createArrival(pace);
      // u / (1.1 − u) is at most .5 / .6 for half of all; three standard deviations of a share among 4,000 are 2.4 %.
      const median = MADE + (SURFACING * scale * 0.5) / 0.6;
      expect(measureUpShare(MADE)).toBeLessThan(0.01);
      expect(Math.abs(measureUpShare(median) - 0.5)).toBeLessThan(0.024);
      expect(measureUpShare(MADE + 10 * SURFACING * scale)).toBe(1);
    },
  );

  it('stays up, since each agent waits for a post once', () => {
    const { arrivals, post, everybody } = createArrival(1);
    const up = (tick: number) => everybody.filter(agent => arrivals.isUp(agent, post, tick, SURFACING));
    const early = new Set(up(MADE + 4));
    const later = new Set(up(MADE + 12));
    expect(later.size).toBeGreaterThan(early.size);
    expect([...early].every(agent => later.has(agent))).toBe(true);
  });
});

describe('an alert', () => {
  it.each([
    [1, 0.1, 1 / 11],
    [0.1, 0.1, 10 / 11],
    [10, 0.1, 0.001],
    [0.1, 0, 0],
  ])('of a post of pace %f with alerts at %f begins sessions of a share %f', (pace, alerts, share) => {
    const { arrivals, society, post, everybody } = createArrival(pace);
    for (const agent of everybody) arrivals.alert(agent, post, alerts);
    const called = everybody.filter(agent => society.sessionLeft[agent] > 0);
    expect(Math.abs(called.length / AGENTS - share)).toBeLessThan(0.024);
    for (const agent of called) {
      expect(society.sessionLeft[agent]).toBe(society.sessionLength[agent]);
      expect(society.sessionLeft[agent]).toBeGreaterThanOrEqual(society.sessionMin[agent]);
      expect(society.sessionLeft[agent]).toBeLessThanOrEqual(society.sessionMax[agent]);
    }
  });

  it('leaves a session as it is, and begins none of an agent that is taken away', () => {
    const { arrivals, society, post } = createArrival(0.001);
    society.sessionLeft[1] = 99;
    society.gone.add(2);
    for (const agent of [1, 2, 3]) arrivals.alert(agent, post, 10);
    expect([...society.sessionLeft.subarray(1, 3)]).toEqual([99, 0]);
    expect(society.sessionLeft[3]).toBeGreaterThan(0);
  });
});
