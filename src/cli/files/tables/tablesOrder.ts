import { InputError } from '../../../engine/core/errors.ts';
import type { DataRows } from '../../../engine/model/dataTable.ts';

/** Forms of a table's file. */
const TABLE_FORMS = ['csv', 'parquet'] as const;
/** A form of a table's file. */
export type TableForm = (typeof TABLE_FORMS)[number];

/** Help of `--tables`. */
export const TABLES_HELP =
  'write a table of people, one of rounds, those of the model (cascades, parents, posts) and their dictionary, for R, pandas and others';
/** Help of `--tables-of`. */
export const TABLES_OF_HELP =
  'tables that --tables writes, such as people,rounds,cascades (all but exposures, which is long)';
/** Help of `--tables-form`. */
export const TABLES_FORM_HELP = `form of --tables: ${TABLE_FORMS.join(' or ')} (csv)`;

/** Tables that have rows of every world; others may have none of one. */
export const TABLES_OF_ALL_WORLDS: readonly string[] = ['people', 'rounds'];

/** Place and form of the tables. */
export interface TablesOrder {
  readonly folder: string;
  readonly form: TableForm;
  /** Part of the plan, for the names of the files: `part3of16`; absent for all of it. */
  readonly part?: string;
  /** Names of the tables that are wanted; absent for all that are written without being named. */
  readonly of?: readonly string[];
}

/** Rows of one table of a world, without the columns that name the world: plain data, for any thread. */
export interface WorldRows {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: DataRows;
}

/** Options of the tables. */
export interface TableFlags {
  readonly tables?: string;
  readonly tablesForm?: string;
  readonly tablesOf?: string;
}

/** The order that options give; null for none. @throws InputError */
export function parseTablesOrder({ tables, tablesForm, tablesOf }: TableFlags): TablesOrder | null {
  if (tables === undefined) {
    if (tablesForm !== undefined) throw new InputError('--tables-form is for --tables with a folder');
    if (tablesOf !== undefined) throw new InputError('--tables-of is for --tables with a folder');
    return null;
  }
  const form = TABLE_FORMS.find(one => one === (tablesForm ?? 'csv'));
  if (form === undefined)
    throw new InputError(`--tables-form must be ${TABLE_FORMS.join(' or ')}, not ${tablesForm}`);
  return { folder: tables, form, ...(tablesOf !== undefined && { of: tablesOf.split(',') }) };
}
