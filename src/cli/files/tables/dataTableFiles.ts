import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../../engine/core/errors.ts';
import { DICTIONARY_COLUMNS, listDictionaryRows } from '../../../engine/export/tables/dictionary.ts';
import type { DataColumn, DataTable, DataValue } from '../../../engine/model/dataTable.ts';
import type { Run } from '../../../engine/run/run.ts';
import { buildTablePrefix } from '../../../engine/worlds/buildTablePrefix.ts';
import { createWorldKeys, listWorldKeys } from '../../../engine/worlds/worldKeys.ts';
import type { Job, Plan } from '../../../engine/worlds/worldPlan.ts';
import { toWriteError } from '../outFile.ts';
import { selectDataTables } from './selectDataTables.ts';
import { openTableFile, type TableFile } from './tableFile.ts';
import type { TableForm, TablesOrder, WorldRows } from './tablesOrder.ts';

/** A table with its file. */
interface OpenTable {
  readonly table: DataTable;
  readonly file: TableFile;
}

/** Files of the tables of a plan's worlds, with their dictionary. */
export class DataTableFiles {
  readonly #getKeys: (job: Job) => readonly DataValue[];

  private constructor(
    plan: Plan,
    private readonly tables: readonly OpenTable[],
    private readonly dictionary: TableFile,
    /** Folder for the journal of the finished worlds while others are played. */
    readonly journalFolder: string,
  ) {
    this.#getKeys = createWorldKeys(plan);
  }

  /**
   * @param run of the plan's first arm, in any tick
   * @throws InputError for a folder that cannot be written, and for a table that the run does not have
   */
  static async open({ folder, form, part, of }: TablesOrder, plan: Plan, run: Run): Promise<DataTableFiles> {
    const wanted = await selectDataTables(run, of);
    await mkdir(folder, { recursive: true }).catch(error => {
      throw toWriteError(folder, error);
    });
    const keys = listWorldKeys(plan);
    const prefix = buildTablePrefix(run, plan, part);
    const files: TableFile[] = [];
    const pathOf = (name: string, as: TableForm) => join(folder, `${prefix}-${name}.${as}`);
    const openFile = async (name: string, as: TableForm, columns: readonly DataColumn[]) => {
      const file = await openTableFile(pathOf(name, as), as, columns, false);
      files.push(file);
      return file;
    };
    try {
      const tables: OpenTable[] = [];
      for (const table of wanted)
        tables.push({
          table,
          file: await openFile(table.name, form, [...keys, ...table.columns]),
        });
      const dictionary = await openFile('dictionary', 'csv', DICTIONARY_COLUMNS);
      for (const { table } of tables) await dictionary.add(listDictionaryRows(table, keys));
      return new DataTableFiles(plan, tables, dictionary, join(folder, `${prefix}-worlds.part`));
    } catch (error) {
      for (const file of files) await file.discard();
      throw error;
    }
  }

  /** Names of the tables. */
  get names(): readonly string[] {
    return this.tables.map(({ table }) => table.name);
  }

  /** Adds the rows of a world. @throws InputError for an arm with other columns than the first one */
  async add(job: Job, worldRows: readonly WorldRows[]): Promise<void> {
    const keys = this.#getKeys(job);
    for (const [at, { table, file }] of this.tables.entries()) {
      const { columns, rows } = worldRows[at];
      const known = table.columns.map(({ name }) => name);
      if (columns.join() !== known.join())
        throw new InputError(
          `table ${table.name} of arm ${job.arm} has different columns from that of arm 0: leave --tables out, or play the arms one by one`,
        );
      await file.add(rows.map(row => [...keys, ...row]));
    }
  }

  /** Moves all files into place. */
  async write(): Promise<void> {
    for (const { file } of this.tables) await file.finish();
    await this.dictionary.finish();
  }

  /** Leaves everything as it was before. */
  async discard(): Promise<void> {
    for (const { file } of this.tables) await file.discard();
    await this.dictionary.discard();
  }
}
