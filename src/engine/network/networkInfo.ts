import type { Network } from './network.ts';
import type { EdgeReading } from './reading/edgeReading.ts';
import { DRAWN_TIES, WEIGHT_USES, type WeightUse } from './weightUse.ts';

/**
 * Facts about a loaded network.
 * @param reading of the user's file, whose notice also describes the use of its weights, or what stands in for them
 * @param use that the model makes of weights
 */
export function buildNetworkInfo(
  { name, nodes, edges, sha256, weights, groups }: Network,
  reading: EdgeReading | undefined,
  use: WeightUse,
): NetworkInfo {
  const isWeighted = weights !== null;
  const effect = isWeighted ? WEIGHT_USES[use] : use === 'ties' ? DRAWN_TIES : '';
  return {
    ...{ name, nodes, edges, sha256 },
    ...(reading && { reading: { ...reading, notice: `${reading.notice} ${effect}`.trimEnd() } }),
    ...(isWeighted && { weights: use }),
    ...(groups && { groups: groups.label }),
  };
}

/** Facts about a loaded network; `edges` counts an undirected edge once. */
export interface NetworkInfo {
  readonly name: string;
  readonly nodes: number;
  readonly edges: number;
  /** SHA-256 of the canonical edge list, 64 hexadecimal digits. */
  readonly sha256: string;
  /** Present for an edge list of the user's. */
  readonly reading?: EdgeReading;
  /** Attribute that divides its nodes, "community"; absent if its file does not divide them. */
  readonly groups?: string;
  /** The model's use of its weights; absent if it has none. */
  readonly weights?: WeightUse;
}
