import type { Network } from './network.ts';

/** Uses of network weights by models. */
export const USES_OF_WEIGHTS = ['ties', 'rates', 'unused'] as const;
/** One of `USES_OF_WEIGHTS`. */
export type WeightUse = (typeof USES_OF_WEIGHTS)[number];

/** True if weights can make a difference when they are counted: without them each edge counts 1. */
export const hasUsableWeights = ({ weights }: Network): boolean =>
  weights?.some(weight => weight !== 1) ?? false;
