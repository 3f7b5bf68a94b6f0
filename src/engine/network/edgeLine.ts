import { InputError } from '../errors.ts';
import { type TableHead, tableHead } from './tableHead.ts';

/** One line of an edge list, before the list is checked as a whole. */
export interface EdgeLine {
  /** 1-based line of the file. */
  readonly number: number;
  readonly source: string;
  readonly target: string;
  /** The text in the file; null where the line has none. */
  readonly weight: string | null;
  /** Whether it leads both ways. */
  readonly isUndirected: boolean;
}

const NETWORKX = /^(\S+)\s+(\S+)\s+\{(.*)\}$/;
const NETWORKX_WEIGHT = /['"]weight['"]\s*:\s*([^,\s]+)/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * The edge on one line, or null for a blank line or a comment (`#` first, or after white space, outside quotes).
 * @param where "file, line 3", for errors.
 * @param head of a table with more columns than an edge list; a line that is one itself is returned as its head.
 * @throws InputError when the line does not have the columns that it must, or a quote is not closed.
 */
export function readEdgeLine(
  raw: string,
  number: number,
  where: string,
  head: TableHead | null = null,
): EdgeLine | TableHead | null {
  const masked = mask(raw);
  const bare = masked.bare.replace(/(^|\s)#.*$/, '').trim();
  if (bare === '') return null;
  const text = unmask(bare, masked.parts.values());
  if (bare.includes('"')) throw new InputError(`${where}: a quotation mark is not closed in ${quoted(text)}`);
  const networkx = NETWORKX.exec(text);
  if (networkx !== null) {
    const weight = NETWORKX_WEIGHT.exec(networkx[3]);
    return edgeLine(number, networkx[1], networkx[2], weight === null ? null : weight[1]);
  }
  const columns = split(bare, masked.parts);
  if (head !== null) return tableLine(columns, number, `${where}: ${quoted(text)}`, head);
  const found = tableHead(columns);
  if (found !== null) return found;
  if (columns.length < 2 || columns.length > 3 || columns[0] === '' || columns[1] === '') {
    throw new InputError(`${where}: ${columnsFound(columns)} in ${quoted(text)}; ${EXPECTED}`);
  }
  return edgeLine(number, columns[0], columns[1], columns.length === 3 ? columns[2] : null);
}

function tableLine(columns: readonly string[], number: number, where: string, head: TableHead): EdgeLine {
  const cell = (at: number | null) => (at === null ? '' : (columns[at] ?? ''));
  const [source, target] = [cell(head.source), cell(head.target)];
  if (columns.length > head.columns || source === '' || target === '')
    throw new InputError(
      `${where} has ${columns.length > head.columns ? `${columns.length} columns, but the first line ${head.columns}` : 'no source or no target'}`,
    );
  const weight = cell(head.weight);
  return edgeLine(number, source, target, weight, /^undirected$/i.test(cell(head.type)));
}

const EXPECTED = 'a line has two accounts, such as anna,ben, and at most a weight, such as anna,ben,0.5';

function columnsFound(columns: readonly string[]): string {
  if (columns.length === 1) return 'only one account';
  return columns.length > 3 ? `${columns.length} columns` : 'an empty column';
}

/** A weight, finite and at least 0 in 32 bits, or NaN. */
export function parseWeight(text: string): number {
  if (!NUMBER.test(text)) return Number.NaN;
  const weight = Math.fround(Number(text));
  return weight >= 0 && weight < Number.POSITIVE_INFINITY ? weight : Number.NaN;
}

/** Digits only, of any length: ids of 64 bits must not lose their tail. */
export const isWholeNumber = (text: string): boolean => /^\d+$/.test(text);

/** A user's value on one line of about 60 characters at most. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function edgeLine(
  number: number,
  source: string,
  target: string,
  weight: string | null,
  isUndirected = false,
): EdgeLine {
  return {
    number,
    source: plain(source),
    target: plain(target),
    weight: weight === '' ? null : weight,
    isUndirected,
  };
}

/** Placeholder for a quoted part while the separators are found. */
const MARK = '\ue000';

interface Masked {
  readonly bare: string;
  /** The quoted parts behind the marks, with their quotes. */
  readonly parts: readonly string[];
}

/** Replaces each part between double quotes with a mark, and a mark with itself; `""` inside a part is a quote. */
function mask(raw: string): Masked {
  const parts: string[] = [];
  if (!raw.includes('"')) return { bare: raw, parts };
  const bare = raw.replace(/"(?:[^"]|"")*"|\ue000/g, part => {
    parts.push(part);
    return MARK;
  });
  return { bare, parts };
}

const unmask = (bare: string, parts: Iterator<string>): string =>
  bare.replaceAll(MARK, () => parts.next().value ?? MARK);

/** Columns of a line; a part between double quotes belongs to one column. */
function split(bare: string, parts: readonly string[]): string[] {
  const separator = bare.includes(',') ? ',' : bare.includes(';') ? ';' : /\s+/;
  const names = parts
    .map(part => (part === MARK ? part : part.slice(1, -1).replaceAll('""', '"').trim()))
    .values();
  return bare.split(separator).map(column => unmask(column.trim(), names));
}

/** `007` and `7` are one id. */
function plain(id: string): string {
  return isWholeNumber(id) ? id.replace(/^0+(?=\d)/, '') : id;
}
