import type { WeightUse } from './weightUse.ts';

/** The uses of weights in words. */
export const WEIGHT_USES: Readonly<Record<WeightUse, string>> = {
  ties: 'A weight is how strong a tie is, √(weight / greatest weight): what comes over strong ties is looked at first and passed on more often; each post reaches all followers.',
  rates:
    'At a rate for each neighbour an edge of weight w counts as w edges: the chance of a tick is 1 − (1 − rate)^w, with the sum of the weights of those in the state.',
  unused:
    'Weights are not used: nothing in the model counts them, as a chart’s rate per neighbour does, or the run plays by the rule of versions before 0.7.',
};

const DRAWN_TIES =
  'As there are no weights, the strength of each tie is drawn at random, uniformly from 0 to 1: interest in posts, and the rules for parents strongest_tie and weighted_draw, follow these draws.';

/** The effect of a network’s weights in a model, or of their absence; empty if it has none. */
export function describeWeightUse(use: WeightUse, isWeighted: boolean): string {
  if (isWeighted) return WEIGHT_USES[use];
  return use === 'ties' ? DRAWN_TIES : '';
}
