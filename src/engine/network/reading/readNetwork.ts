import { checkText, isBytes } from '../../core/checkOptions.ts';
import { InputError } from '../../core/errors.ts';
import { formatNounCount } from '../../core/formatNounCount.ts';
import { formatAgentId } from '../../core/indices.ts';
import { quoteUserValue } from '../../core/quoteUserValue.ts';
import { describeUnexpectedKind, detectFileKind, type FileKind } from '../../files/detectFileKind.ts';
import { decodeTextFile, parseJsonFile, type Reads } from '../../files/textFile.ts';
import { computeWeightRange, describeWeightRange, type WeightRange } from '../computeWeightRange.ts';
import { EDGE_TABLE, EXAMPLE } from '../formats/edgeTable.ts';
import { JSON_NETWORKS, TEXT_NETWORKS } from '../formats/index.ts';
import { NetworkFile } from '../formats/networkFile.ts';
import type { NetworkFormat, NetworkRecord } from '../formats/networkFormat.ts';
import { isWholeNumberText, parseEdgeWeight } from '../formats/networkNumbers.ts';
import { findGroupingColumns, groupNodesByColumn, isDivisionName } from '../groupNodesByColumn.ts';
import {
  type Built,
  buildNetwork,
  type EdgeColumns,
  type Merge,
  type Network,
  type NodeColumn,
  sortArcs,
} from '../network.ts';
import type { Direction, EdgeReading, RepeatRule, RepeatWays } from './edgeReading.ts';
import { compareDirectionOptions, type EdgeEnds, isWeightBalanced, orientEdges } from './readingWays.ts';

const NETWORKS: Reads = {
  forms: ['network', 'json', 'text', 'table', 'empty'],
  words: `a network (GEXF, GraphML, GML, Pajek, DOT, JSON and others), or an edge list, two accounts a line, such as ${EXAMPLE}`,
};
const MAX_FILE_BYTES = 50_000_000;

/** The user's choices for reading a file. */
export interface NetworkReadingChoices {
  /** Direction of follow links; absent: from the file, else the second account follows the first. */
  readonly direction?: Direction | undefined;
  /** Rule for the weights of a repeated edge. */
  readonly repeats?: RepeatRule | undefined;
  /** The attribute that divides the nodes; absent: the usual one. */
  readonly groups?: string | undefined;
  /** True if an edge of weight 0 is a link like others, as before version 0.7. */
  readonly keepsZeros?: boolean | undefined;
}

/** A user's network, and how its file was read. */
export interface NetworkReading {
  readonly network: Network;
  readonly reading: EdgeReading;
}

/**
 * A user's network in any of the supported formats. If all ids are whole numbers the nodes are in ascending order;
 * otherwise ids are names, in code unit order. Labels are kept unless the ids just count from 0 or 1. Neither the order
 * of the edges nor the name changes the hash.
 * @param content bytes of the file, or text that is already decoded.
 * @throws InputError that names the file, the place and the value.
 */
export function readNetwork(
  name: string,
  content: Uint8Array | string,
  choices: NetworkReadingChoices = {},
): NetworkReading {
  if (!isBytes(content)) checkText(content, 'readNetwork', 'after the name of its file');
  if (content.length > MAX_FILE_BYTES)
    throw new InputError(`${name} is ${(content.length / 1e6).toFixed(1)} MB; at most 50 MB are read`);
  const file = new NetworkFile(
    name,
    typeof content === 'string' ? content : decodeTextFile(name, content, NETWORKS),
  );
  const format = detectNetworkFormat(file, content);
  return buildNetworkFromRecord(name, format, format.read(file), choices);
}

/** @throws InputError for JSON other than a network, with its probable kind */
function detectNetworkFormat(file: NetworkFile, content: Uint8Array | string): NetworkFormat {
  if (file.json !== undefined) {
    const found = JSON_NETWORKS.find(({ fits }) => fits(file));
    if (found !== undefined) return found;
    throw new InputError(
      `${describeUnexpectedKind(file.name, detectNetworkFileKind(file, content))}. What is read here: ${NETWORKS.words}`,
    );
  }
  const found = TEXT_NETWORKS.find(({ fits }) => fits(file)) ?? EDGE_TABLE;
  if (found === EDGE_TABLE && /^(json|network)$/.test(detectNetworkFileKind(file, content).form))
    parseJsonFile(file.name, file.text, 'a network with nodes and links');
  return found;
}

/** Kind of a file that was read as bytes; a text alone may be any. */
function detectNetworkFileKind(
  file: NetworkFile,
  content: Uint8Array | string,
): Pick<FileKind, 'form' | 'words'> {
  if (typeof content !== 'string') return detectFileKind(file.name, content);
  return file.json === undefined ? { form: 'text', words: 'a text' } : { form: 'json', words: 'JSON' };
}

function buildNetworkFromRecord(
  name: string,
  format: NetworkFormat,
  record: NetworkRecord,
  { direction: chosen, repeats = 'sum', groups, keepsZeros = false }: NetworkReadingChoices,
): NetworkReading {
  const { edges, columns, stated } = record;
  if (edges.length === 0)
    throw new InputError(`${name} has no edges. What is read here: two accounts a line, such as ${EXAMPLE}`);
  const weights = parseEdgeWeights(name, record);
  const ids = collectNodeIds(name, record);
  const index = new Map(ids.map((id, node) => [id, node]));
  const numberOf = (id: string) => index.get(id) ?? 0;
  const isLink = (_: unknown, edge: number) => keepsZeros || weights.values?.[edge] !== 0;
  const links = edges.filter(isLink);
  const zeros = edges.length - links.length;
  const ends: EdgeEnds = {
    firsts: Uint32Array.from(links, ({ source }) => numberOf(source)),
    seconds: Uint32Array.from(links, ({ target }) => numberOf(target)),
    weights: weights.values?.filter(isLink) ?? null,
    areMutual: Uint8Array.from(links, ({ isUndirected }) => (isUndirected ? 1 : 0)),
  };
  const isUndirected = record.declared === 'undirected' || edges.every(edge => edge.isUndirected);
  const direction = chosen ?? (isUndirected ? 'both' : (stated?.direction ?? 'followed'));
  const { labels, isNamed } = buildNodeLabels(ids, record);
  const arcs = orientEdges(ends, direction);
  const built = buildNetwork(name, ids.length, arcs, { labels, merge: MERGES[repeats] });
  const { divisions, dropped, ...attributes } = collectNodeAttributes(name, record, ids, index, groups);
  const network = { ...built.network, ...attributes };
  // Nodes that are only numbered have other names on the page, which count from 1.
  const names = labels ?? (isNamed ? ids : ids.map((id, node) => `account ${id} (${formatAgentId(node)})`));
  const ways = compareDirectionOptions(ids.length, ends, names);
  const by = chosen
    ? 'choice'
    : isUndirected
      ? 'file'
      : stated?.isSure
        ? 'columns'
        : ways.follows.mutual === 1 && isWeightBalanced(built.network)
          ? 'mutual'
          : 'usual';
  // One that shows who follows whom.
  const first = edges.find(({ source, target }) => source !== target) ?? edges[0];
  const merged = countMergedEdges(ends, direction, built);
  const isWeighedAgain = merged > 0 && weights.values !== null;
  return {
    network,
    reading: {
      ...{ direction, by, columns, ways },
      format: format.name,
      declared: isUndirected ? 'undirected' : record.declared,
      first: [names[numberOf(first.source)], names[numberOf(first.target)]],
      place: record.places === 'line' ? `line ${first.place}` : `edge ${first.place}`,
      ...(isWeighedAgain && { repeats, repeatWays: compareRepeatRules(ids.length, arcs) }),
      ...(divisions.length > 1 && { divisions }),
      ...(groups !== undefined && { groups }),
      ...(zeros > 0 && { zeros }),
      notice: describeNetworkReading({
        ...{ network, record, direction, merged, repeats, zeros, divisions, dropped, format: format.name },
        loops: built.loops,
        lacking: weights.lacking,
        mutual: ends.areMutual.reduce((sum, one) => sum + one, 0),
      }),
    },
  };
}

/** Number of repeated edges: of those that lead both ways each counts once. */
function countMergedEdges({ areMutual }: EdgeEnds, direction: Direction, { duplicates }: Built): number {
  return direction === 'both' || areMutual.every(one => one === 1) ? duplicates / 2 : duplicates;
}

/** @throws InputError for an invalid weight, and if a plain list has weights on some lines only */
function parseEdgeWeights(
  name: string,
  { edges, isPlain, columns, places }: NetworkRecord,
): { readonly values: Float32Array | null; readonly lacking: number } {
  const isStrict = isPlain && columns === null;
  const weighted = isStrict ? edges[0].weight !== null : edges.some(({ weight }) => weight !== null);
  let greatest = 0;
  let lacking = 0;
  const values = new Float32Array(weighted ? edges.length : 0);
  for (const [row, { weight, place }] of edges.entries()) {
    const where = `${name}, ${places} ${place}`;
    if (isStrict && (weight !== null) !== weighted)
      throw new InputError(`${where} has ${weighted ? 'no' : 'a'} weight, unlike the edges before it`);
    if (weight === null) {
      lacking++;
      // The default of Gephi, igraph and NetworkX.
      if (weighted) values[row] = 1;
      greatest = Math.max(greatest, 1);
      continue;
    }
    values[row] = parseEdgeWeight(weight);
    if (Number.isNaN(values[row]))
      throw new InputError(
        `${where}: weight ${quoteUserValue(weight)} is not a number of at least 0${describeWeightHint(weight)}`,
      );
    greatest = Math.max(greatest, values[row]);
  }
  if (weighted && greatest === 0) throw new InputError(`${name}: every weight is 0`);
  return { values: weighted ? values : null, lacking: weighted ? lacking : 0 };
}

/** Remedy for an invalid weight. */
function describeWeightHint(weight: string): string {
  if (/^-\d*\.?\d/.test(weight))
    return '; a link to a foe passes nothing on: leave out such lines, or the weights';
  return /^\d{1,3},\d{3}$/.test(weight)
    ? `: it may be ${weight.replace(',', '')} or ${weight.replace(',', '.')}`
    : '';
}

/** The distinct ids in their order: ascending for numbers, by code unit for names. */
function collectNodeIds(name: string, { nodes, edges, isPlain, places }: NetworkRecord): string[] {
  const ids = new Set<string>();
  for (const { id } of nodes) ids.add(id);
  const isNumbered = isPlain && isWholeNumberText(edges[0].source);
  for (const { source, target, place } of edges) {
    for (const id of [source, target]) {
      if (isNumbered && !isWholeNumberText(id))
        throw new InputError(
          `${name}, ${places} ${place}: ${quoteUserValue(id)} is not a number, as the accounts before it are`,
        );
      ids.add(id);
    }
  }
  const byUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const all = [...ids];
  const areNumbers = isPlain ? isNumbered : all.every(isWholeNumberText);
  return all.sort(areNumbers ? (a, b) => a.length - b.length || byUnit(a, b) : byUnit);
}

/** Names of the nodes: their labels, with the id if several have one; null if they are only numbered. */
function buildNodeLabels(
  ids: readonly string[],
  { nodes }: NetworkRecord,
): { readonly labels: readonly string[] | null; readonly isNamed: boolean } {
  const given = new Map(
    nodes.flatMap(({ id, label }) => (label === null || label === id ? [] : [[id, label] as const])),
  );
  if (given.size === 0) return { labels: areConsecutiveIds(ids) ? null : ids, isNamed: false };
  const names = ids.map(id => given.get(id) ?? id);
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return {
    labels: names.map((name, node) => (counts.get(name) === 1 ? name : `${name} (${ids[node]})`)),
    isNamed: true,
  };
}

/** True if sorted ids are just 0 … n − 1 or 1 … n. */
function areConsecutiveIds(ids: readonly string[]): boolean {
  const first = ids[0];
  if (first !== '0' && first !== '1') return false;
  return ids.every((id, node) => id === String(node + Number(first)));
}

/** A file may have a key of its own for each of its nodes. */
const MAX_ATTRIBUTES = 50;

/**
 * The file's attributes of nodes except their names, in columns: of very many the chosen one, those with usual names of
 * divisions, and the first. `dropped` counts the others.
 * @param chosen the one that divides the nodes
 * @throws InputError for one that does not
 */
function collectNodeAttributes(
  name: string,
  { nodes }: NetworkRecord,
  ids: readonly string[],
  index: ReadonlyMap<string, number>,
  chosen: string | undefined,
): Pick<Network, 'attributes' | 'groups'> & {
  readonly divisions: readonly string[];
  readonly dropped: number;
} {
  const names = new Set<string>();
  for (const { attributes } of nodes) for (const attribute of attributes.keys()) names.add(attribute);
  const rank = (one: string) => (one === chosen ? 0 : isDivisionName(one) ? 1 : 2);
  const kept = new Set([...names].sort((a, b) => rank(a) - rank(b)).slice(0, MAX_ATTRIBUTES));
  const columns = new Map<string, (string | null)[]>();
  for (const attribute of names)
    if (kept.has(attribute)) columns.set(attribute, new Array<string | null>(ids.length).fill(null));
  for (const { id, attributes } of nodes)
    for (const [attribute, value] of attributes) {
      const column = columns.get(attribute);
      if (column !== undefined) column[index.get(id) ?? 0] = value;
    }
  const attributes: readonly NodeColumn[] = [...columns].map(([attribute, values]) => ({
    name: attribute,
    values,
  }));
  const possible = findGroupingColumns(attributes);
  const divisions = possible.map(one => one.name);
  const division = chosen === undefined ? possible[0] : possible.find(one => one.name === chosen);
  if (chosen !== undefined && division === undefined)
    throw new InputError(
      `${name}: no attribute ${quoteUserValue(chosen)} divides its nodes; ${divisions.length > 0 ? `these do: ${divisions.join(', ')}` : 'none does, with 2 to 20 values of which one is there more than once'}`,
    );
  return {
    ...(attributes.length > 0 && { attributes }),
    ...(division && { groups: groupNodesByColumn(division) }),
    divisions,
    dropped: names.size - kept.size,
  };
}

/** The greatest finite number of 32 bits. */
const GREATEST = 3.4028234663852886e38;

/**
 * Effects of the rules for repeated edges on their weights. Unless the first is kept, the order of the edges does not
 * matter.
 */
const MERGES: Readonly<Record<RepeatRule, Merge>> = {
  // From the least to the greatest; finite, as all weights are.
  sum: weights =>
    Math.min(
      Float64Array.from(weights)
        .sort()
        .reduce((sum, weight) => sum + weight, 0),
      GREATEST,
    ),
  max: weights => weights.reduce((most, weight) => Math.max(most, weight), 0),
  first: ([weight]) => weight,
};

/** Effect of each rule on the weights of arcs, some of which are repeated. @param arcs with weights */
function compareRepeatRules(nodes: number, arcs: EdgeColumns): RepeatWays {
  const way = (rule: RepeatRule): WeightRange =>
    computeWeightRange(sortArcs(nodes, arcs, MERGES[rule]).weights ?? new Float32Array(1));
  return { sum: way('sum'), max: way('max'), first: way('first') };
}

interface NetworkFacts {
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
  /** Attributes of nodes that are not kept. */
  readonly dropped: number;
}

/** All that was decided when a file was read, but for the direction of a link: "GEXF: 3 nodes, 4 links; no weights." */
function describeNetworkReading({
  format,
  network,
  record,
  merged,
  repeats,
  loops,
  lacking,
  ...facts
}: NetworkFacts): string {
  const { nodes, targets, attributes = [] } = network;
  const { leftOut, comments, remarks, declared } = record;
  const isMixed = facts.mutual > 0 && facts.mutual < record.edges.length - facts.zeros;
  const clauses = [
    `${formatNounCount(nodes, 'node')}, ${formatNounCount(targets.length, 'link')} one way each`,
    declared === 'undirected' ? 'undirected' : declared === 'directed' ? 'directed' : '',
    isMixed ? `${formatNounCount(facts.mutual, 'undirected edge')} both ways` : '',
    describeWeightsClause(network, record.weightName),
    lacking > 0
      ? `${formatNounCount(lacking, 'edge')} without a weight ${lacking === 1 ? 'counts' : 'count'} 1`
      : '',
    leftOut.length > 0 ? `left out: ${formatNameList(leftOut)}` : '',
    attributes.length > 0 ? `of each node: ${formatNameList(attributes.map(({ name }) => name))}` : '',
    facts.dropped > 0
      ? `${formatNounCount(facts.dropped, 'attribute')} of nodes beyond ${MAX_ATTRIBUTES} left out`
      : '',
    describeGroupsClause(network, facts.divisions),
    comments > 0 ? formatNounCount(comments, 'comment') : '',
    merged > 0
      ? `${formatNounCount(merged, 'repeated edge')} ${network.weights === null ? 'counted once' : REPEAT_RULE_PHRASES[repeats]}`
      : '',
    facts.zeros > 0
      ? `${formatNounCount(facts.zeros, 'edge')} of weight 0 left out: nothing is passed on there`
      : '',
    loops > 0 ? `${formatNounCount(loops, 'edge')} from an account to itself left out` : '',
    ...remarks,
  ];
  return `Read as ${format}: ${clauses.filter(clause => clause !== '').join('; ')}.`;
}

const REPEAT_RULE_PHRASES: Readonly<Record<RepeatRule, string>> = {
  sum: 'counted once, with the sum of the weights',
  max: 'counted once, with the greatest weight',
  first: 'counted once, with the first weight',
};

function describeWeightsClause({ weights }: Network, name: string | null): string {
  if (weights === null || weights.length === 0) return 'no weights';
  return `${describeWeightRange(computeWeightRange(weights))}${name === null ? '' : ` (${name})`}`;
}

/** The attribute that divides the nodes, and the alternatives. */
function describeGroupsClause({ groups }: Network, divisions: readonly string[]): string {
  const others = divisions.filter(name => name !== groups?.label);
  if (groups === undefined) return '';
  return `grouped by ${groups.label}${others.length > 0 ? ` (or by ${formatNameList(others)})` : ''}`;
}

/** Columns beyond these are only counted. */
const MAX_LISTED_COLUMNS = 6;

function formatNameList(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_LISTED_COLUMNS)
    .map(name => (name.length > 40 ? `${name.slice(0, 40)}…` : name));
  return names.length > MAX_LISTED_COLUMNS
    ? `${shown.join(', ')} and ${names.length - MAX_LISTED_COLUMNS} more`
    : shown.join(', ');
}
