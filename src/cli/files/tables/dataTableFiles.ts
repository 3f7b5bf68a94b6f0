import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../../engine/core/errors.ts';
import { buildDataTables } from '../../../engine/export/tables/buildDataTables.ts';
import type { DataColumn, DataTable, DataValue } from '../../../engine/model/dataTable.ts';
import type { Run } from '../../../engine/run/run.ts';
import { createWorldKeys, listWorldKeys } from '../../../engine/worlds/worldKeys.ts';
import { computePlanId, type Job, type Plan } from '../../../engine/worlds/worldPlan.ts';
import { toWriteError } from '../outFile.ts';
import { openTableFile, type TableFile } from './tableFile.ts';
import type { DataRows, TableForm, TablesOrder, WorldRows } from './tablesOrder.ts';

/** Files of the tables of a plan's worlds, with their dictionary. */
export class DataTableFiles {
  readonly #getKeys: (job: Job) => readonly DataValue[];
  readonly #tables: readonly { readonly table: DataTable; readonly file: TableFile }[];
  readonly #dictionary: TableFile;

  private constructor(
    plan: Plan,
    tables: readonly { readonly table: DataTable; readonly file: TableFile }[],
    dictionary: TableFile,
  ) {
    this.#getKeys = createWorldKeys(plan);
    this.#tables = tables;
    this.#dictionary = dictionary;
  }

  /**
   * @param run of the plan's first arm, in any tick
   * @throws InputError for a folder that cannot be written
   */
  static async open(
    { folder, form, part }: TablesOrder,
    plan: Plan,
    run: Run,
    endsOnSignal: boolean,
  ): Promise<DataTableFiles> {
    await mkdir(folder, { recursive: true }).catch(error => {
      throw toWriteError(folder, error);
    });
    const keys = listWorldKeys(plan);
    const prefix = buildFilePrefix(run, plan, part);
    const files: TableFile[] = [];
    const openFile = async (name: string, as: TableForm, columns: readonly DataColumn[]) => {
      const file = await openTableFile(join(folder, `${prefix}-${name}.${as}`), as, columns, endsOnSignal);
      files.push(file);
      return file;
    };
    try {
      const tables: { readonly table: DataTable; readonly file: TableFile }[] = [];
      for (const table of await buildDataTables(run))
        tables.push({ table, file: await openFile(table.name, form, [...keys, ...table.columns]) });
      const dictionary = await openFile('dictionary', 'csv', DICTIONARY_COLUMNS);
      for (const { table } of tables) await dictionary.add(listDictionaryRows(table, keys));
      return new DataTableFiles(plan, tables, dictionary);
    } catch (error) {
      for (const file of files) await file.discard();
      throw error;
    }
  }

  /** Adds the rows of a world. @throws InputError for an arm with other columns than the first one */
  async add(job: Job, worldRows: readonly WorldRows[]): Promise<void> {
    const keys = this.#getKeys(job);
    for (const [at, { table, file }] of this.#tables.entries()) {
      const { columns, rows } = worldRows[at];
      const known = table.columns.map(({ name }) => name);
      if (columns.join() !== known.join())
        throw new InputError(
          `table ${table.name} of arm ${job.arm} has other columns than that of arm 0: leave --tables out, or play the arms one by one`,
        );
      await file.add(rows.map(row => [...keys, ...row]));
    }
  }

  /** Moves all files into place. */
  async write(): Promise<void> {
    for (const { file } of this.#tables) await file.finish();
    await this.#dictionary.finish();
  }

  /** Leaves everything as it was before. */
  async discard(): Promise<void> {
    for (const { file } of this.#tables) await file.discard();
    await this.#dictionary.discard();
  }
}

const MAX_NAME_LENGTH = 40;

/** Beginning of the files' names: `congress-seed341-0123456789ab`. */
function buildFilePrefix({ config, model }: Run, plan: Plan, part?: string): string {
  const source = config.networkInfo?.name ?? model.name;
  const name = source.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, MAX_NAME_LENGTH);
  const { seed } = plan.arms[0].setup;
  return [name, `seed${seed}`, computePlanId(plan), ...(part === undefined ? [] : [part])].join('-');
}

const DICTIONARY_COLUMNS: readonly DataColumn[] = [
  'table',
  'column',
  'type',
  'unit',
  'meaning',
  'missing',
].map(name => ({ name, type: 'text', unit: '', meaning: '', missing: '' }));

/** Entries of a table's columns. */
const listDictionaryRows = (
  { name: table, columns }: Pick<DataTable, 'name' | 'columns'>,
  keys: readonly DataColumn[],
): DataRows =>
  [...keys, ...columns].map(({ name, type, unit, meaning, missing }) =>
    [table, name, type, unit, meaning, missing].map(text => text.replaceAll('`', '')),
  );
