import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleOption } from '../../../../../src/engine/core/sampling.ts';
import {
  computeInterest,
  computePolicyTerms,
  computeProbabilities,
  type Features,
  WEIGHTS,
} from '../../../../../src/engine/models/social/asking/policy.ts';
import {
  SOCIAL_PARAMETERS,
  type SocialParameters,
} from '../../../../../src/engine/models/social/socialParameters.ts';
import { runs } from '../../../../runs.ts';
import { parametersOf } from '../../../play.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });

/** All that a question can be about, and more. */
const features: fc.Arbitrary<Features> = fc.record({
  affinity: unit,
  age: fc.nat(2000),
  tie: unit,
  social2: fc.nat(10_000),
  quality: fc.double({ min: 0.9, max: 1.7, noNaN: true }),
  rootAge: fc.nat(2000),
  lifetime: fc.double({ min: 2, max: 120, noNaN: true }),
  pace: fc.double({ min: 0.01, max: 100, noNaN: true }),
  depth: fc.nat(40),
  isReply: fc.boolean(),
  mayReshare: fc.boolean(),
  sessionUsed: fc.nat(40),
  sessionLength: fc.nat(40),
  engagementThreshold: unit,
  like: unit,
  reply: unit,
  reshare: unit,
  momentum: fc.double({ min: 0, max: 10, noNaN: true }),
});

/** Every live number anywhere in its range. */
const parameters: fc.Arbitrary<SocialParameters> = fc
  .record(
    Object.fromEntries(
      SOCIAL_PARAMETERS.filter(p => p.live && p.kind === 'number').map(p => [
        p.name,
        fc.double({ min: p.min, max: p.max, noNaN: true }),
      ]),
    ),
  )
  .map(part => parametersOf(part));

/** A fresh, good post by somebody close, for somebody who likes its topic. */
const GOOD: Features = {
  affinity: 0.9,
  age: 1,
  tie: 0.5,
  social2: 4,
  quality: 1,
  rootAge: 1,
  lifetime: 10,
  pace: 1,
  depth: 0,
  isReply: false,
  mayReshare: true,
  sessionUsed: 0,
  sessionLength: 10,
  engagementThreshold: 0.4,
  like: 0.2,
  reply: 0.02,
  reshare: 0.02,
  momentum: 1,
};
const plain = parametersOf({}, 'realistic');
const engagement = (f: Features, p = plain) => {
  const [, like, reply, reshare] = computeProbabilities(f, p);
  return like + reply + reshare;
};

describe('the probabilities', () => {
  it('sum to 1, are never below 0, and leave at least one in twenty to ignore', () => {
    fc.assert(
      fc.property(features, parameters, (f, p) => {
        const probabilities = computeProbabilities(f, p);
        expect(probabilities.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 12);
        expect(Math.min(...probabilities)).toBeGreaterThanOrEqual(0);
        expect(probabilities[0]).toBeGreaterThanOrEqual(0.05 - 1e-12);
      }),
      runs(500),
    );
  });

  it.each([
    ['like', 1],
    ['reply', 2],
    ['reshare', 3],
  ] as const)('of a %s grows with the agent’s rate, and so does engagement', (rate, option) => {
    fc.assert(
      fc.property(features, parameters, unit, (f, p, more) => {
        const low = { ...f, [rate]: Math.min(f[rate], more) };
        const high = { ...f, [rate]: Math.max(f[rate], more) };
        const slack = 1e-12;
        expect(computeProbabilities(high, p)[option]).toBeGreaterThanOrEqual(
          computeProbabilities(low, p)[option] - slack,
        );
        expect(engagement(high, p)).toBeGreaterThanOrEqual(engagement(low, p) - slack);
      }),
    );
    expect(computeProbabilities({ ...GOOD, [rate]: 2 * GOOD[rate] }, plain)[option]).toBeCloseTo(
      2 * computeProbabilities(GOOD, plain)[option],
      12,
    );
  });

  it('reach 0.95 of engagement and no more', () => {
    const keen = { ...GOOD, like: 5, reply: 5, reshare: 5 };
    expect(engagement(keen)).toBeCloseTo(0.95, 12);
    const only = (like: number) => engagement({ ...GOOD, like, reply: 0, reshare: 0 });
    const whole = 0.1 / only(0.1);
    expect(only(0.94 * whole)).toBeCloseTo(0.94, 12);
    expect(only(0.97 * whole)).toBeCloseTo(0.95, 12);
  });

  it('give no reshare where it is not an option', () => {
    fc.assert(
      fc.property(features, parameters, (f, p) => {
        expect(computeProbabilities({ ...f, mayReshare: false }, p)[3]).toBe(0);
      }),
    );
  });

  it('shrink with age, depth and tiredness, and grow with interest', () => {
    const usual = engagement(GOOD);
    expect(engagement({ ...GOOD, rootAge: 40 })).toBeLessThan(usual);
    expect(engagement({ ...GOOD, depth: 3 })).toBeLessThan(usual);
    expect(engagement({ ...GOOD, sessionUsed: 9 })).toBeLessThan(usual);
    expect(engagement({ ...GOOD, affinity: 0.3 })).toBeLessThan(usual);
    expect(engagement({ ...GOOD, engagementThreshold: 0.8 })).toBeLessThan(usual);
  });
});

describe('interest', () => {
  it('is the sum of the terms that the inspector shows, times quality', () => {
    expect(Object.values(WEIGHTS).reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 12);
    fc.assert(
      fc.property(features, parameters, (f, p) => {
        const t = computePolicyTerms(f, p);
        expect((t.affinity + t.freshness + t.tie + t.attention) * t.quality).toBeCloseTo(t.interest, 12);
      }),
    );
  });

  it('loses half of its freshness in a half-life', () => {
    const fresh = (age: number) => computeInterest(0, age, 0, 0, 1, 40);
    expect(fresh(40)).toBeCloseTo(fresh(0) / 2, 12);
  });
});

describe('sample', () => {
  it.each([
    [0, 1],
    [0.249, 1],
    [0.25, 2],
    [0.374, 2],
    [0.375, 3],
    [0.499, 3],
    [0.5, 0],
    [0.999, 0],
  ])('gives %f to option %i of 1/2, 1/4, 1/8, 1/8', (u, option) => {
    expect(sampleOption([0.5, 0.25, 0.125, 0.125], u)).toBe(option);
  });
});
