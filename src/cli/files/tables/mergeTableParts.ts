import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { InputError } from '../../../engine/core/errors.ts';
import type { DataValue } from '../../../engine/model/dataTable.ts';
import { OutFile, toWriteError } from '../outFile.ts';
import { readTableFile, type TableReader, type WorldRow } from './readTableFile.ts';
import { openTableFile, type TableFile } from './tableFile.ts';
import { TABLES_OF_ALL_WORLDS, type TableForm } from './tablesOrder.ts';

/** A file of a table of one part of a plan. */
interface PartFile {
  readonly path: string;
  /** Network or model, seed and plan. */
  readonly prefix: string;
  readonly part: number;
  readonly of: number;
  readonly table: string;
  readonly form: TableForm;
}

const PART_NAME = /^(.+)-part(\d+)of(\d+)-([a-z_]+)\.(csv|parquet)$/;
const DICTIONARY = 'dictionary';
/** Rows that are handed on at a time. */
const ROWS_AT_ONCE = 1 << 12;

/** Number of rows by table. */
type RowCounts = Readonly<Record<string, number>>;

/**
 * Puts the tables of `worlds --shard` together: a file for each table, with the bytes that the whole plan would have had.
 * @param inputs folders that hold parts, or files of them
 * @throws InputError for parts that do not make up one plan
 */
export async function mergeTableParts(inputs: readonly string[], folder: string): Promise<RowCounts> {
  const parts = (await Promise.all(inputs.map(listPartFiles))).flat();
  const { prefix, form } = checkOnePlan(parts, inputs);
  const tables = groupByTable(parts);
  await mkdir(folder, { recursive: true }).catch(error => {
    throw toWriteError(folder, error);
  });
  const counts: Record<string, number> = {};
  const files: TableFile[] = [];
  try {
    for (const [table, own] of tables) {
      if (table === DICTIONARY) continue;
      const readers = await Promise.all(own.map(({ path }) => readTableFile(path, form)));
      checkSameColumns(readers);
      const to = join(folder, `${prefix}-${table}.${form}`);
      const file = await openTableFile(to, form, readers[0].columns, true);
      files.push(file);
      counts[table] = await addMergedRows(file, readers, TABLES_OF_ALL_WORLDS.includes(table));
    }
    const dictionary = await readSharedText(tables.get(DICTIONARY) ?? []);
    for (const file of files) await file.finish();
    await (await OutFile.open(join(folder, `${prefix}-${DICTIONARY}.csv`))).write([dictionary]);
  } catch (error) {
    for (const file of files) await file.discard();
    throw error;
  }
  return counts;
}

async function listPartFiles(input: string): Promise<readonly PartFile[]> {
  const there = await stat(input).catch(error => {
    throw new InputError(`cannot read ${input}: ${error.message}`);
  });
  if (there.isDirectory())
    return (await readdir(input)).sort().flatMap(name => parsePartName(join(input, name)) ?? []);
  const part = parsePartName(input);
  if (part === null)
    throw new InputError(
      `${input} is not a table of a part: the name of one ends in -part1of2-people.csv or the like`,
    );
  return [part];
}

function parsePartName(path: string): PartFile | null {
  const [, prefix, part, of, table, form] = PART_NAME.exec(basename(path)) ?? [];
  if (prefix === undefined) return null;
  return {
    path,
    prefix,
    part: Number(part),
    of: Number(of),
    table,
    form: form === 'csv' ? 'csv' : 'parquet',
  };
}

/** Name and form of the one plan that all parts are of. @throws InputError */
function checkOnePlan(parts: readonly PartFile[], inputs: readonly string[]): PartFile {
  const first = parts.find(({ table }) => table !== DICTIONARY);
  if (first === undefined)
    throw new InputError(
      `${inputs.join(', ')}: no tables of parts are there, as worlds --shard --tables writes them`,
    );
  for (const { path, prefix, of, table, form } of parts) {
    if (prefix !== first.prefix)
      throw new InputError(`${path} is of another plan than ${first.path}: merge one plan at a time`);
    if (of !== first.of)
      throw new InputError(`${path} is one of ${of} parts, and ${first.path} one of ${first.of}`);
    if (form !== first.form && table !== DICTIONARY)
      throw new InputError(`${path} has another form than ${first.path}: merge one form at a time`);
  }
  return first;
}

/** The parts of each table, in order. @throws InputError for a missing or a double one */
function groupByTable(parts: readonly PartFile[]): ReadonlyMap<string, readonly PartFile[]> {
  const tables = new Map<string, PartFile[]>();
  for (const part of parts) tables.set(part.table, [...(tables.get(part.table) ?? []), part]);
  for (const [table, own] of tables) {
    own.sort((a, b) => a.part - b.part);
    for (let part = 1; part <= own[0].of; part++) {
      const [one, other] = own.filter(file => file.part === part);
      if (one === undefined)
        throw new InputError(`part ${part} of ${own[0].of} of table ${table} is missing`);
      if (other !== undefined) throw new InputError(`${one.path} and ${other.path} are the same part`);
    }
  }
  if (!tables.has(DICTIONARY)) throw new InputError('the dictionary of the parts is missing');
  return tables;
}

function checkSameColumns([first, ...others]: readonly TableReader[]): void {
  const namesOf = ({ columns }: TableReader) => columns.map(({ name }) => name).join();
  const other = others.find(one => namesOf(one) !== namesOf(first));
  if (other !== undefined) throw new InputError(`${other.path} has different columns from ${first.path}`);
}

/**
 * Adds the rows of all parts by world, then arm; a world is in one part.
 * @param isInAll true for a table with rows of every world: then the parts must have all of them
 * @returns the number of rows
 */
async function addMergedRows(
  file: TableFile,
  readers: readonly TableReader[],
  isInAll: boolean,
): Promise<number> {
  let count = 0;
  let held: (readonly DataValue[])[] = [];
  const seen = { jobs: 0, arms: 0, worlds: 0 };
  let last: WorldRow | null = null;
  let lastPath = '';
  for await (const { row, path } of mergeSorted(readers)) {
    const isNext = last === null || compareJobs(last, row) !== 0;
    if (last !== null && (compareJobs(last, row) > 0 || (!isNext && path !== lastPath)))
      throw new InputError(`world ${row.world} of arm ${row.arm} is in ${path} and in ${lastPath}`);
    if (isNext) {
      seen.jobs++;
      seen.arms = Math.max(seen.arms, row.arm + 1);
      seen.worlds = Math.max(seen.worlds, row.world);
    }
    [last, lastPath] = [row, path];
    held.push(row.cells);
    count++;
    if (held.length === ROWS_AT_ONCE) {
      await file.add(held);
      held = [];
    }
  }
  await file.add(held);
  const { jobs, arms, worlds } = seen;
  if (isInAll && jobs !== arms * worlds)
    throw new InputError(
      `the parts have ${jobs} of ${arms * worlds} worlds: they were not played with the same --worlds`,
    );
  return count;
}

const compareJobs = (a: WorldRow, b: WorldRow): number => a.world - b.world || a.arm - b.arm;

/** The rows of sorted tables, sorted. O(rows × tables) */
async function* mergeSorted(
  readers: readonly TableReader[],
): AsyncGenerator<{ readonly row: WorldRow; readonly path: string }> {
  const sources = await Promise.all(
    readers.map(async reader => {
      const rows = reader.rows();
      return { rows, path: reader.path, next: await rows.next() };
    }),
  );
  for (;;) {
    let least: { readonly row: WorldRow; readonly source: (typeof sources)[number] } | null = null;
    for (const source of sources)
      if (!source.next.done && (least === null || compareJobs(source.next.value, least.row) < 0))
        least = { row: source.next.value, source };
    if (least === null) return;
    yield { row: least.row, path: least.source.path };
    least.source.next = await least.source.rows.next();
  }
}

/** The text that all parts have. @throws InputError if one has another */
async function readSharedText(parts: readonly PartFile[]): Promise<string> {
  const texts = await Promise.all(parts.map(({ path }) => readFile(path, 'utf8')));
  const other = texts.findIndex(text => text !== texts[0]);
  if (other >= 0) throw new InputError(`${parts[other].path} and ${parts[0].path} differ`);
  return texts[0];
}
