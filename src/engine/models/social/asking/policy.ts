import type { PolicyTerms } from '../reports/socialDetail.ts';
import type { SocialParameters } from '../socialParameters.ts';

/** Order of a question's options and of its probabilities. */
export const OPTIONS = ['ignore', 'like', 'reply', 'reshare'] as const;

/** The policy's inputs for one question; all can be recovered from a decision's row. */
export interface Features {
  /** 0 to 1. */
  readonly affinity: number;
  /** Ticks since the copy was posted. */
  readonly age: number;
  /** 0 to 1. */
  readonly tie: number;
  /** Half-likes: likes + 2 reshares + replies + 4 (copies − 1). */
  readonly social2: number;
  readonly quality: number;
  /** Ticks since the root was posted, and ticks after which attention has halved. */
  readonly rootAge: number;
  readonly lifetime: number;
  /** Factor on the half-life of freshness. */
  readonly pace: number;
  readonly depth: number;
  readonly isReply: boolean;
  readonly mayReshare: boolean;
  /** Ticks of the session used, and its length. */
  readonly sessionUsed: number;
  readonly sessionLength: number;
  readonly engagementThreshold: number;
  readonly like: number;
  readonly reply: number;
  readonly reshare: number;
  /** Factor of the agent's mood. */
  readonly momentum: number;
}

/** Weights of the four terms of interest; they sum to 1. */
export const WEIGHTS = { affinity: 0.368, freshness: 0.286, tie: 0.163, attention: 0.183 } as const;
const REPLY_SCALE = 2.4;
const RESHARE_SCALE = 12.9;
const DEPTH_DECAY = 1.7;
const MAX_ENGAGEMENT = 0.95;

/** Interest of an agent in a copy, 0 to about 1.7. The feed ranks by it. */
export function computeInterest(
  affinity: number,
  age: number,
  tie: number,
  social2: number,
  quality: number,
  halfLife: number,
): number {
  const freshness = halfLife / (halfLife + age);
  const attention = social2 / (social2 + 8);
  return (
    (WEIGHTS.affinity * affinity +
      WEIGHTS.freshness * freshness +
      WEIGHTS.tie * tie +
      WEIGHTS.attention * attention) *
    quality
  );
}

/** The sum behind an answer, term by term. */
export function computePolicyTerms(f: Features, p: SocialParameters): PolicyTerms {
  const ratio = f.rootAge / f.lifetime;
  const halfLife = p.half_life * f.pace;
  return {
    affinity: WEIGHTS.affinity * f.affinity,
    freshness: (WEIGHTS.freshness * halfLife) / (halfLife + f.age),
    tie: WEIGHTS.tie * f.tie,
    attention: (WEIGHTS.attention * f.social2) / (f.social2 + 8),
    quality: f.quality,
    interest: computeInterest(f.affinity, f.age, f.tie, f.social2, f.quality, halfLife),
    threshold: p.attention * f.engagementThreshold,
    fatigue: 1 - 0.5 * (f.sessionLength === 0 ? 1 : Math.min(1, f.sessionUsed / f.sessionLength)),
    depthDecay: 1 / (1 + DEPTH_DECAY * f.depth),
    ageDecay: 1 / (1 + ratio * ratio),
    momentum: f.momentum,
  };
}

/** Probabilities of the four options, in the order of OPTIONS; they sum to 1. */
export function computeProbabilities(f: Features, p: SocialParameters): [number, number, number, number] {
  const { gain, fatigue, depthDecay, ageDecay, momentum } = computeCircumstances(f, p);
  const reply =
    p.replying * REPLY_SCALE * f.reply * gain * fatigue * depthDecay * ageDecay * (f.isReply ? 2 : 1);
  const reshare = p.resharing * RESHARE_SCALE * f.reshare * gain * fatigue * depthDecay * ageDecay;
  return addIgnoreProbability(
    p.liking * f.like * (0.4 + 0.6 * gain) * fatigue * momentum,
    reply * momentum,
    f.mayReshare ? reshare * momentum : 0,
  );
}

/** Excess of interest over the threshold, 0 to 1, and the factors on the agent's actions; all but momentum 0 to 1. */
export function computeCircumstances(f: Features, p: SocialParameters) {
  const t = computePolicyTerms(f, p);
  const gain = Math.min(1, Math.max(0, (t.interest - t.threshold) / (1 - Math.min(0.99, t.threshold))));
  return { gain, fatigue: t.fatigue, depthDecay: t.depthDecay, ageDecay: t.ageDecay, momentum: t.momentum };
}

/** Gives ignore what the three leave; they never exceed `MAX_ENGAGEMENT`. */
export function addIgnoreProbability(
  like: number,
  reply: number,
  reshare: number,
): [number, number, number, number] {
  const sum = like + reply + reshare;
  if (sum > MAX_ENGAGEMENT) {
    const scale = MAX_ENGAGEMENT / sum;
    const scaled = [like * scale, reply * scale, reshare * scale] as const;
    return [1 - (scaled[0] + scaled[1] + scaled[2]), ...scaled];
  }
  return [1 - sum, like, reply, reshare];
}
