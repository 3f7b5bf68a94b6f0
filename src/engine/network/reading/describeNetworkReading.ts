import { computeWeightRange, describeWeightRange } from '../computeWeightRange.ts';
import type { NetworkRecord } from '../formats/networkFormat.ts';
import type { Network } from '../network.ts';
import type { Direction, RepeatRule } from './edgeReading.ts';

interface Facts {
  readonly format: string;
  readonly network: Network;
  readonly record: NetworkRecord;
  readonly direction: Direction;
  /** Edges that were there again, and what became of their weights. */
  readonly merged: number;
  readonly repeats: RepeatRule;
  readonly loops: number;
  /** Edges of weight 0 that were left out. */
  readonly zeros: number;
  /** Edges without a weight among those that have one. */
  readonly lacking: number;
  /** Edges that lead both ways whatever the direction. */
  readonly mutual: number;
  /** Attributes that could divide the nodes. */
  readonly divisions: readonly string[];
}

/** All that was decided when a file was read, but for the direction of a link: "GEXF: 3 nodes, 4 links; no weights." */
export function describeNetworkReading({
  format,
  network,
  record,
  merged,
  repeats,
  loops,
  lacking,
  ...facts
}: Facts): string {
  const { nodes, targets, attributes = [] } = network;
  const { leftOut, comments, remarks, declared } = record;
  const isMixed = facts.mutual > 0 && facts.mutual < record.edges.length - facts.zeros;
  const clauses = [
    `${formatCountWithNoun(nodes, 'node')}, ${formatCountWithNoun(targets.length, 'link')} one way each`,
    declared === 'undirected' ? 'undirected' : declared === 'directed' ? 'directed' : '',
    isMixed ? `${formatCountWithNoun(facts.mutual, 'undirected edge')} both ways` : '',
    describeWeightsClause(network, record.weightName),
    lacking > 0
      ? `${formatCountWithNoun(lacking, 'edge')} without a weight ${lacking === 1 ? 'counts' : 'count'} 1`
      : '',
    leftOut.length > 0 ? `left out: ${formatNameList(leftOut)}` : '',
    attributes.length > 0 ? `of each node: ${formatNameList(attributes.map(({ name }) => name))}` : '',
    describeGroupsClause(network, facts.divisions),
    comments > 0 ? formatCountWithNoun(comments, 'comment') : '',
    merged > 0
      ? `${formatCountWithNoun(merged, 'repeated edge')} ${network.weights === null ? 'counted once' : RULES[repeats]}`
      : '',
    facts.zeros > 0
      ? `${formatCountWithNoun(facts.zeros, 'edge')} of weight 0 left out: nothing is passed on there`
      : '',
    loops > 0 ? `${formatCountWithNoun(loops, 'edge')} from an account to itself left out` : '',
    ...remarks,
  ];
  return `Read as ${format}: ${clauses.filter(clause => clause !== '').join('; ')}.`;
}

const RULES: Readonly<Record<RepeatRule, string>> = {
  sum: 'counted once, with the sum of the weights',
  max: 'counted once, with the greatest weight',
  first: 'counted once, with the first weight',
};

function describeWeightsClause({ weights }: Network, name: string | null): string {
  if (weights === null || weights.length === 0) return 'no weights';
  return `${describeWeightRange(computeWeightRange(weights))}${name === null ? '' : ` (${name})`}`;
}

/** What divides the nodes, and what else could. */
function describeGroupsClause({ groups }: Network, divisions: readonly string[]): string {
  const others = divisions.filter(name => name !== groups?.label);
  if (groups === undefined) return '';
  return `grouped by ${groups.label}${others.length > 0 ? ` (or by ${formatNameList(others)})` : ''}`;
}

/** Columns beyond these are only counted. */
const MOST = 6;

function formatNameList(names: readonly string[]): string {
  const shown = names.slice(0, MOST).map(name => (name.length > 40 ? `${name.slice(0, 40)}…` : name));
  return names.length > MOST ? `${shown.join(', ')} and ${names.length - MOST} more` : shown.join(', ');
}

const formatCountWithNoun = (count: number, noun: string): string =>
  `${count.toString().replace(/\B(?=(\d{3})+$)/g, ',')} ${noun}${count === 1 ? '' : 's'}`;
