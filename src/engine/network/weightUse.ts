import type { Network } from './network.ts';

/** Uses of network weights by models. */
export const USES_OF_WEIGHTS = ['ties', 'rates', 'unused'] as const;
/** One of `USES_OF_WEIGHTS`. */
export type WeightUse = (typeof USES_OF_WEIGHTS)[number];

/** The same in words. */
export const WEIGHT_USES: Readonly<Record<WeightUse, string>> = {
  ties: 'A weight is how strong a tie is, √(weight / greatest weight): what comes over strong ties is looked at first and passed on more often; each post reaches all followers.',
  rates:
    'At a rate for each neighbour an edge of weight w counts as w edges: the chance of a tick is 1 − (1 − rate)^w, with the sum of the weights of those in the state.',
  unused:
    'Weights are not used: the chart has no rate per neighbour, or the run plays by the rule of versions before 0.7.',
};

/** What stands in for the strength of ties that a network without weights does not give. */
export const DRAWN_TIES =
  'As there are no weights, the strength of each tie is drawn at random, uniformly from 0 to 1: interest in posts, and the rules for parents strongest_tie and weighted_draw, follow these draws.';

/** True if weights can make a difference when they are counted: without them each edge counts 1. */
export const hasUsableWeights = ({ weights }: Network): boolean =>
  weights?.some(weight => weight !== 1) ?? false;
