import { formatQuotedText } from '../../core/formatQuotedText.ts';
import { ENGINE_VERSION } from '../../core/version.ts';
import type { Telling } from '../../model/model.ts';
import type { NodeFacts } from '../../model/nodeFacts.ts';
import type { Network } from '../../network/network.ts';
import type { NetworkInfo } from '../../network/networkInfo.ts';
import { isWeightBalanced } from '../../network/reading/readingWays.ts';
import type { Run } from '../../run/run.ts';
import { buildNodeTable } from './buildNodeTable.ts';

/** An edge as a file has it. */
interface DrawnEdge {
  readonly source: number;
  readonly target: number;
  /** Null where the network has no weights. */
  readonly weight: string | null;
}

/** The type of a column's values, by which a program chooses how it is drawn. */
type FactsType = 'string' | 'boolean' | 'long' | 'double';

/** A network and what happened at each of its nodes: the input of every writer. */
export interface DrawnNetwork {
  /** Whose it is, and which way an edge leads, in a sentence each. */
  readonly description: string;
  readonly isDirected: boolean;
  readonly isWeighted: boolean;
  /** Id and label of each node. */
  readonly nodes: readonly { readonly id: string; readonly label: string }[];
  readonly columns: readonly (NodeFacts & { readonly type: FactsType })[];
  edges(): Iterable<DrawnEdge>;
}

/** What a file of a run's network holds, whatever its format. */
export function buildExportNetwork(run: Run, telling: Telling, network: Network): DrawnNetwork {
  run.assertWhole();
  const { config, state, model, hash } = run;
  const info = config.networkInfo;
  const isUndirected = isWritableAsUndirected(network, info);
  const isTurned = info?.reading?.direction === 'follows';
  const isNamed = canLabelsServeAsIds(network.labels);
  const names = Array.from(
    { length: network.nodes },
    (_, node) => network.labels?.[node] ?? state.nameOf(node),
  );
  const way = isUndirected
    ? 'Each end of an edge follows the other.'
    : isTurned
      ? 'An edge leads from an account to one that it follows, as in the file it was read from: posts come the other way.'
      : 'An edge leads from an account to one that follows it: the way of its posts.';
  return {
    description: `Statescope ${ENGINE_VERSION}: model ${model.name}, preset ${config.preset}, network ${formatQuotedText(info?.name ?? '')}, seed ${config.seed}, after round ${Math.max(0, run.tick)}, run ${hash}. ${way}`,
    isDirected: !isUndirected,
    isWeighted: network.weights !== null,
    nodes: names.map((label, node) => ({ id: isNamed ? label : String(node), label })),
    columns: buildNodeTable(run, telling, network).map(column => ({
      ...column,
      type: getNodeFactsType(column),
    })),
    edges: () => listExportEdges(network, isUndirected, isTurned),
  };
}

/** Whether every link is there both ways because its source says so, and can be written as one edge. */
function isWritableAsUndirected(network: Network, info: NetworkInfo | null): boolean {
  const { targets, edges } = network;
  const isSaid = info?.reading ? info.reading.direction === 'both' : targets.length === 2 * edges;
  return isSaid && edges > 0 && isWeightBalanced(network);
}

/** Whether names can be the ids as well: readers sort nodes by their ids, and the nodes shall be in the same order then. */
function canLabelsServeAsIds(labels: readonly string[] | null): boolean {
  if (labels === null) return false;
  const areNumbers = labels.every(label => /^\d+$/.test(label));
  const isAfter = (a: string, b: string) =>
    areNumbers && a.length !== b.length ? a.length > b.length : a > b;
  return labels.every(
    (label, node) => /^[^\s<>&"'\p{C}]+$/u.test(label) && (node === 0 || isAfter(label, labels[node - 1])),
  );
}

function* listExportEdges(
  { nodes, offsets, targets, weights }: Network,
  isUndirected: boolean,
  isTurned: boolean,
): Generator<DrawnEdge> {
  for (let node = 0; node < nodes; node++)
    for (let edge = offsets[node]; edge < offsets[node + 1]; edge++) {
      const target = targets[edge];
      if (isUndirected && target < node) continue;
      const weight = weights === null ? null : formatFloat32Weight(weights[edge]);
      yield isTurned ? { source: target, target: node, weight } : { source: node, target, weight };
    }
}

/** The shortest text that is read as the same weight of 32 bits. */
function formatFloat32Weight(weight: number): string {
  for (let digits = 6; digits < 10; digits++) {
    const rounded = Number(weight.toPrecision(digits));
    if (Math.fround(rounded) === weight) return String(rounded);
  }
  return String(weight);
}

function getNodeFactsType({ values }: NodeFacts): FactsType {
  const given = values.filter(value => value !== null);
  if (given.length > 0 && given.every(value => typeof value === 'boolean')) return 'boolean';
  if (!given.every(value => typeof value === 'number')) return 'string';
  return given.every(value => Number.isSafeInteger(value)) ? 'long' : 'double';
}
