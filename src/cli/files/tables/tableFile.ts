import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { ENGINE_VERSION } from '../../../engine/core/version.ts';
import { formatTableCsv } from '../../../engine/export/tables/formatTableCsv.ts';
import type { DataColumn, DataRows, DataValue } from '../../../engine/model/dataTable.ts';
import { OutFile } from '../outFile.ts';
import type { TableForm } from './tablesOrder.ts';

/** A file of a table that grows by rows, and appears whole or not at all. */
export interface TableFile {
  add(rows: DataRows): Promise<void>;
  /** Moves the file into place. */
  finish(): Promise<void>;
  /** Leaves everything as it was before. */
  discard(): Promise<void>;
}

/** @throws InputError for a file that cannot be written */
export async function openTableFile(
  path: string,
  form: TableForm,
  columns: readonly DataColumn[],
  endsOnSignal: boolean,
): Promise<TableFile> {
  const file = await OutFile.open(path, endsOnSignal);
  return form === 'csv' ? createCsvFile(file, columns) : new ParquetFile(file, columns);
}

function createCsvFile(file: OutFile, columns: readonly DataColumn[]): TableFile {
  let head = formatTableCsv([columns.map(({ name }) => name)]);
  const add = async (rows: DataRows) => {
    await file.add(head + formatTableCsv(rows));
    head = '';
  };
  return {
    add,
    async finish() {
      // A table without a row has its names.
      await add([]);
      await file.write([]);
    },
    discard: () => file.discard(),
  };
}

/** Rows that are encoded at a time, which readers can skip together. */
const GROUP_ROWS = 1 << 15;

const PARQUET_TYPES = { text: 'BYTE_ARRAY', integer: 'INT64', number: 'DOUBLE', boolean: 'BOOLEAN' } as const;

/** Row groups depend on the number of rows alone, not on how they come. */
class ParquetFile implements TableFile {
  readonly #file: OutFile;
  readonly #columns: readonly DataColumn[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #held: (readonly DataValue[])[] = [];

  constructor(file: OutFile, columns: readonly DataColumn[]) {
    this.#file = file;
    this.#columns = columns;
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      createdBy: `statescope version ${ENGINE_VERSION}`,
      schema: [
        { name: 'root', num_children: columns.length },
        ...columns.map(({ name, type, missing }) => ({
          name,
          type: PARQUET_TYPES[type],
          repetition_type: missing === '' ? ('REQUIRED' as const) : ('OPTIONAL' as const),
          ...(type === 'text' && { converted_type: 'UTF8' as const }),
        })),
      ],
    });
  }

  async add(rows: DataRows): Promise<void> {
    for (const row of rows) {
      this.#held.push(row);
      if (this.#held.length === GROUP_ROWS) await this.#encode();
    }
  }

  async finish(): Promise<void> {
    if (this.#held.length > 0) await this.#encode();
    this.#writer.finish();
    await this.#flush();
    await this.#file.write([]);
  }

  discard(): Promise<void> {
    return this.#file.discard();
  }

  async #encode(): Promise<void> {
    const rows = this.#held;
    this.#held = [];
    const columnData = this.#columns.map(({ name, type }, at) => ({
      name,
      data: rows.map(row => toParquetValue(row[at], type)),
    }));
    this.#writer.write({ columnData, rowGroupSize: rows.length });
    await this.#flush();
  }

  /** Moves the encoded bytes to the disk; places in the file go on from there. */
  async #flush(): Promise<void> {
    await this.#file.add(this.#bytes.getBytes().slice());
    this.#bytes.index = 0;
  }
}

const toParquetValue = (value: DataValue, type: DataColumn['type']): DataValue | bigint =>
  type === 'integer' && typeof value === 'number' ? BigInt(value) : value;
