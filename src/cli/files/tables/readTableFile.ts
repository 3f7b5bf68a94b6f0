import { createReadStream } from 'node:fs';
import { csvParseRows } from 'd3-dsv';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
import { InputError } from '../../../engine/core/errors.ts';
import { type DataColumn, type DataValue, defineColumn } from '../../../engine/model/dataTable.ts';
import type { Job } from '../../../engine/worlds/worldPlan.ts';
import type { TableForm } from './tablesOrder.ts';

/** A table of worlds in a file, read from its first row on without holding it. */
export interface TableReader {
  readonly path: string;
  /** Names and types; CSV has texts alone, which are written again as they are. */
  readonly columns: readonly DataColumn[];
  /** Rows with the world that each belongs to. @throws InputError for a file that cannot be read or is cut off */
  rows(): AsyncGenerator<WorldRow>;
}

/** A row of a table, and the world that it belongs to. */
export interface WorldRow extends Job {
  readonly cells: readonly DataValue[];
}

/** @throws InputError for a file that cannot be read or is not a table of worlds */
export async function readTableFile(path: string, form: TableForm): Promise<TableReader> {
  const { columns, rows } = await (form === 'csv' ? openCsv(path) : openParquet(path)).catch(error => {
    throw toReadError(path, error);
  });
  const [arm, world] = ['arm', 'world'].map(name => columns.findIndex(column => column.name === name));
  if (arm < 0 || world < 0) throw new InputError(`${path} is not a table of worlds`);
  return {
    path,
    columns,
    async *rows() {
      try {
        for await (const cells of rows()) {
          if (cells.length !== columns.length)
            throw new InputError(`${path} is cut off: a row has ${cells.length} of ${columns.length} cells`);
          yield { arm: Number(cells[arm]), world: Number(cells[world]), cells };
        }
      } catch (error) {
        throw toReadError(path, error);
      }
    },
  };
}

const toReadError = (path: string, error: unknown): unknown =>
  error instanceof Error && !(error instanceof InputError)
    ? new InputError(`cannot read ${path}: ${error.message}`)
    : error;

/** Columns of a file, and its rows. */
interface OpenTable {
  readonly columns: readonly DataColumn[];
  rows(): AsyncGenerator<readonly DataValue[]>;
}

async function openCsv(path: string): Promise<OpenTable> {
  const records = readCsvRecords(path);
  const head = await records.next();
  if (head.done) throw new InputError(`${path} is empty`);
  return { columns: head.value.map(name => defineColumn(name, 'text', '')), rows: () => records };
}

async function* readCsvRecords(path: string): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const text = rest + String(chunk);
    const end = findLastRecordEnd(text);
    rest = text.slice(end);
    yield* csvParseRows(text.slice(0, end));
  }
  if (rest !== '') throw new InputError(`${path} is cut off in its last row`);
}

/** Where the last whole record of a text ends; a line break between quotes ends none. */
function findLastRecordEnd(text: string): number {
  let end = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === '\n' && !isQuoted) end = at + 1;
  }
  return end;
}

const COLUMN_TYPES: Readonly<Record<string, DataColumn['type']>> = {
  INT64: 'integer',
  DOUBLE: 'number',
  BOOLEAN: 'boolean',
};

async function openParquet(path: string): Promise<OpenTable> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const columns = parquetSchema(metadata).children.map(({ element: { name, type, repetition_type } }) =>
    defineColumn(name, COLUMN_TYPES[type ?? ''] ?? 'text', '', {
      missing: repetition_type === 'REQUIRED' ? '' : 'null',
    }),
  );
  return {
    columns,
    async *rows() {
      let rowStart = 0;
      for (const group of metadata.row_groups) {
        const rowEnd = rowStart + Number(group.num_rows);
        const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd });
        for (const row of rows) yield columns.map(({ name }) => toDataValue(row[name]));
        rowStart = rowEnd;
      }
    },
  };
}

function toDataValue(value: unknown): DataValue {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
