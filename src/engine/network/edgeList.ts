import { InputError } from '../errors.ts';
import { type EdgeLine, isWholeNumber, parseWeight, quoted, readEdgeLine } from './edgeLine.ts';
import { buildNetwork, type Network } from './network.ts';

const MAX_FILE_BYTES = 50_000_000;
const MAX_EDGES = 1_000_000;

interface EdgeList {
  readonly network: Network;
  /** Changes made on the way, one short clause each: "3 duplicate edges merged". */
  readonly notes: readonly string[];
}

/**
 * A user's edge list: `source target [weight]` a line, separated by commas, semicolons or white space, or
 * networkx's `src dst {'weight': w}`; `#` comments; an optional first line of column names. src's posts reach
 * dst. When the first edge's ids are whole numbers all must be, and the nodes are in ascending order;
 * otherwise ids are names, in code unit order. Labels are kept unless the ids just count from 0 or 1. Neither
 * the order of the lines nor the name changes the hash.
 * @param content UTF-8 bytes, or text that is already decoded.
 * @throws InputError that names the file, the line and the value.
 */
export function parseEdgeList(name: string, content: Uint8Array | string): EdgeList {
  if (content.length > MAX_FILE_BYTES) {
    throw new InputError(`${name} is ${(content.length / 1e6).toFixed(1)} MB; at most 50 MB are read`);
  }
  const lines = readLines(name, typeof content === 'string' ? content : decode(name, content));
  const notes: string[] = [];
  if (isHeader(lines)) {
    const { number, source, target } = lines.shift()!;
    notes.push(`line ${number} taken as column names (${source}, ${target})`);
  }
  if (lines.length > MAX_EDGES) throw new InputError(`${name} has more than 1,000,000 edges`);
  if (lines.length === 0) throw new InputError(`${name} has no edges; each line is: source target [weight]`);
  const weights = readWeights(name, lines);
  const ids = readIds(name, lines);

  const index = new Map(ids.map((id, node) => [id, node]));
  const sources = Uint32Array.from(lines, line => index.get(line.source)!);
  const targets = Uint32Array.from(lines, line => index.get(line.target)!);
  const labels = countsUp(ids) ? null : ids;
  const built = buildNetwork(name, ids.length, { sources, targets, weights }, { labels });
  if (built.duplicates > 0) notes.push(`${counted(built.duplicates, 'duplicate edge')} merged`);
  if (built.loops > 0) notes.push(`${counted(built.loops, 'self-loop')} dropped`);
  return { network: built.network, notes };
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${name} is not UTF-8 text`);
  }
}

function readLines(name: string, text: string): EdgeLine[] {
  const lines: EdgeLine[] = [];
  let number = 0;
  for (const raw of text.split(/\r\n?|\n/)) {
    number++;
    const line = readEdgeLine(raw, number, `${name}, line ${number}`);
    if (line === null) continue;
    lines.push(line);
    // One more than the cap: the first may be a header.
    if (lines.length > MAX_EDGES + 1) break;
  }
  return lines;
}

const COLUMN_NAMES = /^(src|dst|source|target|from|to|(from_?|to_?)?(node|id|user)(_?(1|2|a|b|id))?|[uv])$/i;

/**
 * Whether the first line is a header: it says source and target, its weight is not a number, or numbers
 * follow it.
 */
function isHeader([first, second]: readonly EdgeLine[]): boolean {
  if (first === undefined || isWholeNumber(first.source) || isWholeNumber(first.target)) return false;
  if (COLUMN_NAMES.test(first.source) && COLUMN_NAMES.test(first.target)) return true;
  if (first.weight !== null && /^\D+$/.test(first.weight)) return true;
  return second !== undefined && isWholeNumber(second.source) && isWholeNumber(second.target);
}

function readWeights(name: string, lines: readonly EdgeLine[]): Float32Array | null {
  const weighted = lines[0].weight !== null;
  let greatest = 0;
  const weights = new Float32Array(weighted ? lines.length : 0);
  for (const [row, line] of lines.entries()) {
    const where = `${name}, line ${line.number}`;
    if ((line.weight !== null) !== weighted) {
      throw new InputError(`${where} has ${weighted ? 'no' : 'a'} weight, unlike the edges before it`);
    }
    if (line.weight === null) continue;
    weights[row] = parseWeight(line.weight);
    if (Number.isNaN(weights[row])) {
      throw new InputError(`${where}: weight ${quoted(line.weight)} is not a number of at least 0`);
    }
    greatest = Math.max(greatest, weights[row]);
  }
  if (weighted && greatest === 0) throw new InputError(`${name}: every weight is 0`);
  return weighted ? weights : null;
}

/** The distinct ids in their order: ascending for numbers, by code unit for names. */
function readIds(name: string, lines: readonly EdgeLine[]): string[] {
  const numeric = isWholeNumber(lines[0].source);
  const ids = new Set<string>();
  for (const line of lines) {
    for (const id of [line.source, line.target]) {
      if (numeric && !isWholeNumber(id)) {
        throw new InputError(
          `${name}, line ${line.number}: ${quoted(id)} is not numeric, as the ids before it are`,
        );
      }
      ids.add(id);
    }
  }
  const byUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...ids].sort(numeric ? (a, b) => a.length - b.length || byUnit(a, b) : byUnit);
}

/** Whether sorted ids are just 0 … n − 1 or 1 … n. */
function countsUp(ids: readonly string[]): boolean {
  const first = ids[0];
  if (first !== '0' && first !== '1') return false;
  return ids.every((id, node) => id === String(node + Number(first)));
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * How the direction of an edge list was read, with what shows whether that is meant: "posts go from the first column to
 * the second: ann reaches most, 12; swap the columns if …".
 */
export function readingOf({ nodes, offsets, labels }: Network): string {
  let most = 0;
  const reach = (node: number) => offsets[node + 1] - offsets[node];
  for (let node = 1; node < nodes; node++) if (reach(node) > reach(most)) most = node;
  const name = labels?.[most] ?? `node ${most}`;
  return `posts go from the first column to the second: ${name} reaches most, ${reach(most)}; swap the columns if the first follows the second`;
}
