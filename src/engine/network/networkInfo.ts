import type { LoadedNetwork } from './loadNetwork.ts';
import type { EdgeReading } from './reading/edgeReading.ts';
import type { WeightUse } from './weightUse.ts';

/**
 * Facts about a loaded network; the notice of a user's file gets the effect of weights, or of their absence.
 * @param use that the model makes of weights
 */
export function buildNetworkInfo(
  { network, reading, describeWeightUse }: Omit<LoadedNetwork, 'notes'>,
  use: WeightUse,
): NetworkInfo {
  const { name, nodes, edges, sha256, weights, groups } = network;
  const isWeighted = weights !== null;
  const effect = describeWeightUse?.(use, isWeighted) ?? '';
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
