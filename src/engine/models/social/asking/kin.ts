import type { SocialParameters } from '../socialParameters.ts';
import { addIgnoreProbability, computeCircumstances, type Features } from './policy.ts';

/** Minimum gain from which proportions are known. */
const LEAST_GAIN = 0.05;
const MOST_FACTOR = 4;

/**
 * An agent's own probabilities from those of its kind: like, reply and reshare are scaled as the policy scales them
 * from a typical question to this one; the rest goes to ignore.
 * @param shared ignore, like, reply and, if anybody may, reshare.
 */
export function adaptGroupProbabilities(
  shared: readonly number[],
  f: Features,
  p: SocialParameters,
): readonly number[] {
  const own = computeCircumstances(f, p);
  const typical = computeCircumstances(createTypicalFeatures(f, p), p);
  const act = (ofOwn: number, ofTypical: number) => Math.min(MOST_FACTOR, ofOwn / ofTypical) * own.momentum;
  const like = act((0.4 + 0.6 * own.gain) * own.fatigue, (0.4 + 0.6 * typical.gain) * typical.fatigue);
  const write = act(
    own.gain * own.fatigue * own.depthDecay * own.ageDecay,
    Math.max(LEAST_GAIN, typical.gain) * typical.fatigue,
  );
  const adapted = addIgnoreProbability(
    shared[1] * like,
    shared[2] * write,
    f.mayReshare ? (shared[3] ?? 0) * write : 0,
  );
  return f.mayReshare ? adapted : adapted.slice(0, -1);
}

/**
 * The typical case: the same post, new and at its root, before an average member of the kind, half fresh,
 * half tired.
 */
export const createTypicalFeatures = (f: Features, p: SocialParameters): Features => ({
  ...f,
  affinity: 0.5,
  age: p.half_life,
  tie: 0.5,
  social2: 2,
  rootAge: 0,
  depth: 0,
  sessionUsed: 1,
  sessionLength: 2,
  momentum: 1,
});
