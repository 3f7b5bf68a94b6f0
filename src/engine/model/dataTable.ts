/** A cell; null if the value is missing. */
export type DataValue = string | number | boolean | null;

/** Rows of a table, a cell per column. */
export type DataRows = readonly (readonly DataValue[])[];

/** A column of a table for other programs, with its entry in the dictionary. */
export interface DataColumn {
  readonly name: string;
  /** Integers may have up to 32 bits and a sign. */
  readonly type: 'text' | 'integer' | 'number' | 'boolean';
  /** Empty for a value without one. */
  readonly unit: string;
  readonly meaning: string;
  /** When a value is missing; empty for never. */
  readonly missing: string;
  /** Name for all columns of its kind, if the run decides how many there are: `agents_in_STATE`. */
  readonly pattern?: string;
}

/** A table of a run: a row per thing, a column per fact. */
export interface DataTable {
  readonly name: string;
  /** Subject of a row. */
  readonly row: string;
  /** Long, and written only where it is named. */
  readonly isOnDemand?: true;
  readonly columns: readonly DataColumn[];
  rows(): Iterable<readonly DataValue[]>;
}

/** A fact about each agent, with its entry in the dictionary. */
export interface DataFacts {
  readonly column: DataColumn;
  readonly values: ArrayLike<DataValue>;
}

/** A model's part of the tables of a run. */
export interface ModelTables {
  /** Columns of the table of people, in addition to those of all models. */
  readonly facts: readonly DataFacts[];
  /** Tables of its own. */
  readonly tables: readonly DataTable[];
}

/** A column that always has a value, unless it says when it has none. */
export const defineColumn = (
  name: string,
  type: DataColumn['type'],
  meaning: string,
  { unit = '', missing = '', pattern }: Partial<DataColumn> = {},
): DataColumn => ({ name, type, unit, meaning, missing, ...(pattern !== undefined && { pattern }) });
