import type { ParameterValues } from '../../../src/engine/parameters/parameterDefinition.ts';
import { COMPARED_MEASURES } from '../../../src/ui/models/social/fidelity/FidelityDialog.tsx';
import { covered, distance, keepFilledBins } from './distance.ts';
import { Draws } from './draws.ts';
import { simulate } from './simulated.ts';
import type { Shape } from './tree.ts';

/** Fewer simulated cascades than this are no distribution. */
const MIN_CASCADES = 20;

/**
 * What a search makes small: the mean distance over all measures, where real cascades without a simulated one of their size
 * count as wholly missed. 1 for too few.
 */
export function lossOf(real: readonly Shape[], simulated: readonly Shape[]): number {
  if (simulated.length < MIN_CASCADES) return 1;
  const filled = keepFilledBins(simulated);
  const share = covered(real, filled);
  const losses = COMPARED_MEASURES.map(measure => {
    const matched = measure !== 'size';
    const ks =
      distance(real, matched ? filled : simulated, measure, { matched, seed: 0, resamples: 0 })?.ks ?? 1;
    return matched ? share * ks + (1 - share) : ks;
  });
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}

type Searched = Readonly<Record<keyof typeof START, number>>;
type Ranges = Readonly<Partial<Record<keyof typeof START, readonly number[]>>>;

/** Where the search begins: found by hand, on the same network and seeds; `pace` is activity at three minutes a tick. */
const START = {
  ...{
    tick_seconds: 20,
    pace: 1.5,
    resharing: 3,
    replying: 0.25,
    attention: 0.85,
    trending: 0.08,
    expiry: 2000,
  },
  ...{ surfacing: 7, alerts: 0.1, root_credit: 0.5, pace_spread: 30 },
};
/** Values that the first round tries, by parameter. */
const RANGES: Ranges = {
  tick_seconds: [15, 20, 25],
  pace: [1, 1.25, 1.5, 1.75, 2],
  resharing: [2, 2.5, 3, 3.5, 4],
  replying: [0, 0.25, 0.5],
  attention: [0.8, 0.85, 0.9],
  trending: [0.04, 0.06, 0.08, 0.1, 0.12],
  expiry: [960, 2000],
  surfacing: [4, 5, 6, 7, 8, 10],
  alerts: [0.05, 0.1, 0.15, 0.2, 0.3],
  root_credit: [0.3, 0.35, 0.4, 0.45, 0.5, 0.55],
  pace_spread: [15, 20, 30, 40, 60],
};
/** The best of the first round, and values around it, which had been at the edge of two ranges. */
const BEST: Searched = { ...START, pace: 1, resharing: 2.5, replying: 0.5, alerts: 0.3, pace_spread: 60 };
const NEAR: Ranges = {
  pace: [0.8, 1, 1.2],
  resharing: [2.25, 2.5, 2.75],
  replying: [0.25, 0.5, 0.75],
  trending: [0.06, 0.08, 0.1],
  surfacing: [5, 6, 7, 8],
  alerts: [0.2, 0.3, 0.4, 0.5],
  root_credit: [0.35, 0.4, 0.45, 0.5],
  pace_spread: [40, 60, 80, 100],
};
/** Candidates of the first round and of the first two, and those of the best that are compared once more. */
const ROUNDS = [38, 50] as const;
/**
 * The third round, after rule `root_or_other` had been added: the best of the two before, with that rule and these values of what the rule
 * bears upon.
 */
const BEST_OF_TWO = 43;
const CREDITS = [0.4, 0.45, 0.5];
const FINALISTS = 5;
/** Where the search simulates: one network, by seeds none of which is judged by. */
const SOCIETY = { network: 'lastfm', agents: null, preset: 'realistic' };
const SEEDS = [1, 2];
const FINAL_SEEDS = [3, 4, 5, 6];
const THIRD_SEEDS = [3, 4];

/**
 * Parameters of a candidate. Of the first two rounds: the first are those of the start, in all others each is changed with probability ½ to one
 * of its values.
 */
export function candidate(index: number): ParameterValues {
  if (index >= ROUNDS[1])
    return {
      ...candidate(BEST_OF_TWO),
      parent_rule: 'root_or_other',
      root_credit: CREDITS[index - ROUNDS[1]],
    };
  const draws = new Draws(2026, index);
  const [base, ranges]: [Searched, Ranges] = index < ROUNDS[0] ? [START, RANGES] : [BEST, NEAR];
  const drawn: Record<string, number> = { ...base };
  for (const [name, values] of Object.entries(ranges)) {
    const isChanged = draws.unit() < 0.5 && index > 0;
    const value = values[draws.below(values.length)];
    if (isChanged) drawn[name] = value;
  }
  const { pace, ...rest } = drawn;
  return { ...rest, activity: Math.min(20, Math.round((pace * 1800) / rest.tick_seconds) / 10) };
}

/**
 * The search for the preset: each candidate of two rounds with its loss as it comes, then the best ones by other seeds; then the third
 * round, by two of those seeds.
 */
export async function search(
  real: readonly Shape[],
  footing: { readonly window: number; readonly least: number },
  tell: (line: object) => void,
): Promise<void> {
  const compareCandidate = async (index: number, seeds: readonly number[]) => {
    const parameters = candidate(index);
    const { shapes } = await simulate({ ...SOCIETY, seeds, parameters, ...footing });
    const loss = lossOf(real, shapes);
    tell({ candidate: index, seeds, parameters, cascades: shapes.length, loss });
    return { index, loss };
  };
  const found: { readonly index: number; readonly loss: number }[] = [];
  for (let index = 0; index < ROUNDS[1]; index++) found.push(await compareCandidate(index, SEEDS));
  found.sort((a, b) => a.loss - b.loss);
  for (const { index } of found.slice(0, FINALISTS)) await compareCandidate(index, FINAL_SEEDS);
  for (const [place] of CREDITS.entries()) await compareCandidate(ROUNDS[1] + place, THIRD_SEEDS);
}
