import type { NetworkInfo } from '../config.ts';
import type { EdgeReading } from './edgeReading.ts';
import type { Network } from './network.ts';
import { WEIGHT_USES, type WeightUse } from './weightUse.ts';

/**
 * Facts about a network that was loaded, for whoever plays on it. @param reading of the user's file, whose notice says how its weights are used as
 * well @param use that the model makes of weights
 */
export function networkInfoOf(
  { name, nodes, edges, sha256, weights, groups }: Network,
  reading: EdgeReading | undefined,
  use: WeightUse,
): NetworkInfo {
  const isWeighted = weights !== null;
  return {
    ...{ name, nodes, edges, sha256 },
    ...(reading && {
      reading: isWeighted ? { ...reading, notice: `${reading.notice} ${WEIGHT_USES[use]}` } : reading,
    }),
    ...(isWeighted && { weights: use }),
    ...(groups && { groups: groups.label }),
  };
}
