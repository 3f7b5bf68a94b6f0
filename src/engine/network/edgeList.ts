import type { Direction, EdgeReading } from '../config.ts';
import { InputError } from '../errors.ts';
import { plainText, type Reads } from '../textFile.ts';
import { directionTold } from './direction.ts';
import { type EdgeLine, isWholeNumber, parseWeight, quoted, readEdgeLine } from './edgeLine.ts';
import { type Built, buildNetwork, type Network } from './network.ts';
import { isOtherTable } from './otherTable.ts';
import type { TableHead } from './tableHead.ts';

/** Example of a line, with and without a weight. */
const EXAMPLE = 'anna,ben or, with a weight, anna,ben,0.5';
const EDGES: Reads = {
  forms: ['text', 'table', 'empty'],
  words: `an edge list, two accounts a line, such as ${EXAMPLE}`,
};
const MAX_FILE_BYTES = 50_000_000;
const MAX_EDGES = 1_000_000;

interface EdgeList {
  readonly network: Network;
  readonly reading: EdgeReading;
  /** Changes made on the way, one short clause each: "3 repeated edges counted once". */
  readonly notes: readonly string[];
}

/**
 * A user's edge list: two accounts a line and, if there is one, a weight, separated by commas, semicolons or
 * white space, or networkx's `src dst {'weight': w}`; `#` comments; an optional first line of column names. Or a
 * table with other columns, of which the first line names `Source` and `Target`, as Gephi saves it, or `follower` and
 * `followee`.
 * When the first edge's ids are whole numbers all must be, and the nodes are in ascending order; otherwise ids
 * are names, in code unit order. Labels are kept unless the ids just count from 0 or 1. Neither the order of
 * the lines nor the name changes the hash.
 * @param content bytes of the file, or text that is already decoded.
 * @param chosen who follows whom; null: as the column names tell, else the second account follows the first.
 * @throws InputError that names the file, the line and the value.
 */
export function parseEdgeList(
  name: string,
  content: Uint8Array | string,
  chosen: Direction | null = null,
): EdgeList {
  if (content.length > MAX_FILE_BYTES) {
    throw new InputError(`${name} is ${(content.length / 1e6).toFixed(1)} MB; at most 50 MB are read`);
  }
  const text = typeof content === 'string' ? content : plainText(name, content, EDGES);
  const { lines, table } = readLines(name, text);
  if (table === null && !isNamed(lines[0]) && isOtherTable(lines))
    throw new InputError(otherTable(name, lines));
  const columns = table?.names ?? (isHeader(lines) ? namesOf(lines.shift()!) : null);
  if (lines.length > MAX_EDGES) throw new InputError(`${name} has more than 1,000,000 edges`);
  if (lines.length === 0)
    throw new InputError(`${name} has no edges. What is read here: two accounts a line, such as ${EXAMPLE}`);
  const weights = readWeights(name, lines);
  const ids = readIds(name, lines);

  const index = new Map(ids.map((id, node) => [id, node]));
  const firsts = Uint32Array.from(lines, line => index.get(line.source)!);
  const seconds = Uint32Array.from(lines, line => index.get(line.target)!);
  const labels = countsUp(ids) ? null : ids;
  const told = columns && directionTold(...columns);
  const direction = chosen ?? told?.direction ?? 'followed';
  const [sources, targets] = direction === 'follows' ? [seconds, firsts] : [firsts, seconds];
  const built = buildNetwork(name, ids.length, { sources, targets, weights }, { labels });
  // One that shows who follows whom.
  const first = lines.find(({ source, target }) => source !== target) ?? lines[0];
  return {
    network: built.network,
    notes: notesOf(built),
    reading: {
      direction,
      by: chosen ? 'choice' : told?.isSure ? 'columns' : 'usual',
      columns,
      first: [first.source, first.target],
      line: first.number,
      mostFollowed: mostFollowed(built.network, direction, ids),
    },
  };
}

function notesOf({ duplicates, loops }: Built): readonly string[] {
  const notes: string[] = [];
  if (duplicates > 0) notes.push(`${counted(duplicates, 'repeated edge')} counted once`);
  if (loops > 0) notes.push(`${counted(loops, 'edge')} from an account to itself left out`);
  return notes.length > 0 ? [notes.join(', ')] : [];
}

/** The account with most followers in the network, and in the one with all edges turned round; of equals the first. */
function mostFollowed(
  { nodes, offsets, targets }: Network,
  direction: Direction,
  ids: readonly string[],
): EdgeReading['mostFollowed'] {
  const turned = new Uint32Array(nodes);
  for (const target of targets) turned[target]++;
  const most = (followers: (node: number) => number) => {
    let best = 0;
    for (let node = 1; node < nodes; node++) if (followers(node) > followers(best)) best = node;
    return { name: ids[best], followers: followers(best) };
  };
  const here = most(node => offsets[node + 1] - offsets[node]);
  const there = most(node => turned[node]);
  return direction === 'follows' ? { follows: here, followed: there } : { follows: there, followed: here };
}

interface ReadLines {
  readonly lines: EdgeLine[];
  /** Null for lines of two accounts and perhaps a weight. */
  readonly table: TableHead | null;
}

function readLines(name: string, text: string): ReadLines {
  const lines: EdgeLine[] = [];
  let table: TableHead | null = null;
  let number = 0;
  for (const raw of text.split(/\r\n?|\n/)) {
    number++;
    const line = readEdgeLine(raw, number, `${name}, line ${number}`, table);
    if (line === null) continue;
    if ('columns' in line) {
      // Only the first line can be the head of all others.
      if (lines.length > 0)
        throw new InputError(`${name}, line ${number}: the names of columns must come first`);
      table = line;
      continue;
    }
    lines.push(line);
    if (line.isUndirected) lines.push({ ...line, source: line.target, target: line.source });
    // One more than the cap: the first may be a header.
    if (lines.length > MAX_EDGES + 1) break;
  }
  return { lines, table };
}

/** Names of columns that tell no direction. */
const COLUMN_NAMES = /^((node|id|user|account)(_?(1|2|a|b|id))?|[uv])$/i;

/**
 * Whether the first line is a header: it says source and target, its weight is not a number, or numbers
 * follow it.
 */
function isHeader([first, second]: readonly EdgeLine[]): boolean {
  if (first === undefined || isWholeNumber(first.source) || isWholeNumber(first.target)) return false;
  if (isNamed(first)) return true;
  if (first.weight !== null && /^\D+$/.test(first.weight)) return true;
  return second !== undefined && isWholeNumber(second.source) && isWholeNumber(second.target);
}

/** Whether a line says source and target, in one of the usual words. */
function isNamed(line: EdgeLine | undefined): boolean {
  const isName = (column: string) => COLUMN_NAMES.test(column) || directionTold(column, '') !== null;
  return line !== undefined && isName(line.source) && isName(line.target);
}

const namesOf = ({ source, target }: EdgeLine) => [source, target] as const;

function otherTable(name: string, [head, row]: readonly EdgeLine[]): string {
  const [columns, values] = [head, row].map(line => namesOf(line).map(quoted).join(' and '));
  return `${name} looks like a table of ${columns} (line ${row.number}: ${values}). What is read here: two accounts a line, such as ${EXAMPLE}`;
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
          `${name}, line ${line.number}: ${quoted(id)} is not a number, as the accounts before it are`,
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
