import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../../engine/core/errors.ts';
import { DICTIONARY_COLUMNS, listDictionaryRows } from '../../../engine/export/tables/dictionary.ts';
import type { DataColumn, DataTable, DataValue } from '../../../engine/model/dataTable.ts';
import type { Run } from '../../../engine/run/run.ts';
import { buildTablePrefix } from '../../../engine/worlds/buildTablePrefix.ts';
import { createWorldKeys, listWorldKeys } from '../../../engine/worlds/worldKeys.ts';
import { getJobKey, type Job, type Plan } from '../../../engine/worlds/worldPlan.ts';
import { toWriteError } from '../outFile.ts';
import { selectDataTables } from './selectDataTables.ts';
import { openTableFile, type TableFile } from './tableFile.ts';
import type { TableForm, TablesOrder, WorldRows } from './tablesOrder.ts';

/** A table with its file. */
interface OpenTable {
  readonly table: DataTable;
  readonly file: TableFile;
  /** Where the rows of an interrupted command are. */
  readonly kept: string;
}

/** Rows that are handed on at a time. */
const ROWS_AT_ONCE = 1 << 12;

/** Files of the tables of a plan's worlds, with their dictionary. */
export class DataTableFiles {
  readonly #getKeys: (job: Job) => readonly DataValue[];

  private constructor(
    plan: Plan,
    private readonly form: TableForm,
    private readonly tables: readonly OpenTable[],
    private readonly dictionary: TableFile,
    /** Where an interrupted command writes what the worlds came to whose rows are kept. */
    readonly keptWorlds: string,
  ) {
    this.#getKeys = createWorldKeys(plan);
  }

  /**
   * @param run of the plan's first arm, in any tick
   * @throws InputError for a folder that cannot be written, and for a table that the run does not have
   */
  static async open(
    { folder, form, part, of }: TablesOrder,
    plan: Plan,
    run: Run,
    endsOnSignal: boolean,
  ): Promise<DataTableFiles> {
    const wanted = await selectDataTables(run, of);
    await mkdir(folder, { recursive: true }).catch(error => {
      throw toWriteError(folder, error);
    });
    const keys = listWorldKeys(plan);
    const prefix = buildTablePrefix(run, plan, part);
    const files: TableFile[] = [];
    const pathOf = (name: string, as: TableForm) => join(folder, `${prefix}-${name}.${as}`);
    const openFile = async (name: string, as: TableForm, columns: readonly DataColumn[]) => {
      const file = await openTableFile(pathOf(name, as), as, columns, endsOnSignal);
      files.push(file);
      return file;
    };
    try {
      const tables: OpenTable[] = [];
      for (const table of wanted)
        tables.push({
          table,
          file: await openFile(table.name, form, [...keys, ...table.columns]),
          kept: `${pathOf(table.name, form)}${KEPT}`,
        });
      const dictionary = await openFile('dictionary', 'csv', DICTIONARY_COLUMNS);
      for (const { table } of tables) await dictionary.add(listDictionaryRows(table, keys));
      return new DataTableFiles(plan, form, tables, dictionary, `${pathOf('worlds', form)}${KEPT}`);
    } catch (error) {
      for (const file of files) await file.discard();
      throw error;
    }
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

  /** Keeps the rows so far next to the places of the files, so that the same command can continue. */
  async keep(): Promise<void> {
    for (const { file, kept } of this.tables) await file.finish(kept);
    await this.dictionary.discard();
  }

  /** Adds the rows that were kept of some worlds. @throws InputError if the files do not have them */
  async restore(jobs: readonly Job[]): Promise<void> {
    const { readTableFile } = await import('./readTableFile.ts');
    const wanted = new Set(jobs.map(getJobKey));
    for (const { table, file, kept } of this.tables) {
      const found = new Set<string>();
      let held: (readonly DataValue[])[] = [];
      for await (const { cells, ...job } of (await readTableFile(kept, this.form)).rows()) {
        if (!wanted.has(getJobKey(job))) continue;
        found.add(getJobKey(job));
        held.push(cells);
        if (held.length < ROWS_AT_ONCE) continue;
        await file.add(held);
        held = [];
      }
      await file.add(held);
      if (table.name === 'rounds' && found.size < wanted.size)
        throw new InputError(
          `${kept} has rows of ${found.size} of ${wanted.size} worlds: remove it, and ${this.keptWorlds}, to play all again`,
        );
    }
  }

  /** Removes what an interrupted command has kept. */
  async removeKept(): Promise<void> {
    for (const path of [this.keptWorlds, ...this.tables.map(({ kept }) => kept)])
      await rm(path, { force: true });
  }

  /** Leaves everything as it was before. */
  async discard(): Promise<void> {
    for (const { file } of this.tables) await file.discard();
    await this.dictionary.discard();
  }
}

/** Ending of what an interrupted command keeps. */
const KEPT = '.part';
