import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shape } from './tree.ts';

/** Name of the table in the folder of real cascades. */
export const TABLE = 'real_cascade_metrics.csv';

/** Real cascades, and what is not among them. */
export interface RealCascades {
  readonly kept: readonly Shape[];
  readonly rows: number;
  /** Rows that the other data set has as well, number by number. */
  readonly twice: number;
  readonly small: number;
  /** Of those large enough: half of them came after the window. */
  readonly late: number;
}

/** Column of each measure. */
const COLUMNS: Readonly<Record<keyof Shape, string>> = {
  size: 'size',
  depth: 'depth',
  breadth: 'max_breadth',
  virality: 'structural_virality',
  half: 'minutes_to_half_size',
};

interface Row {
  readonly dataset: string;
  readonly shape: Shape;
}

/** Rows of a table. @throws Error that names the column, or the line and the value */
export function parseTable(text: string): Row[] {
  const [head, ...lines] = text.trim().split(/\r?\n/);
  const names = head.split(',');
  const missing = ['dataset', ...Object.values(COLUMNS)].find(name => !names.includes(name));
  if (missing !== undefined) throw new Error(`${TABLE} has no column ${missing}`);
  return lines.map((line, index) => parseRow(line.split(','), names, index + 2));
}

function parseRow(cells: readonly string[], names: readonly string[], line: number): Row {
  const at = (name: string) => cells[names.indexOf(name)] ?? '';
  const value = (name: string): number => {
    const number = Number(at(name));
    if (at(name) === '' || !(number >= 0))
      throw new Error(`${TABLE}, line ${line}: ${name} is "${at(name)}", not a number of 0 or more`);
    return number;
  };
  const entries = Object.entries(COLUMNS).map(([key, name]) => [key, value(name)]);
  return { dataset: at('dataset'), shape: Object.fromEntries(entries) as Shape };
}

/** The rows of a folder's table. */
export const readReal = (folder: string): Row[] => parseTable(readFileSync(join(folder, TABLE), 'utf8'));

const key = (shape: Shape): string => Object.values(shape).join(' ');

/**
 * One data set's cascades: not those that `other` has too, not those below the least size, and not those that were half
 * there only after the window. Single posts have no time in the table, so what came after it cannot be cut off.
 */
export function cascadesOf(
  rows: readonly Row[],
  dataset: string,
  { other, least, window }: { other: string | null; least: number; window: number },
): RealCascades {
  const own = rows.filter(row => row.dataset === dataset).map(row => row.shape);
  const others = new Set(rows.filter(row => row.dataset === other).map(row => key(row.shape)));
  const once = own.filter(shape => !others.has(key(shape)));
  const large = once.filter(shape => shape.size >= least);
  const kept = large.filter(shape => shape.half <= window);
  return {
    kept,
    rows: own.length,
    twice: own.length - once.length,
    small: once.length - large.length,
    late: large.length - kept.length,
  };
}
