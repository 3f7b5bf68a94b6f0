import type { DataColumn, DataRows, DataTable } from '../../model/dataTable.ts';

/** Columns of the dictionary of tables. */
export const DICTIONARY_COLUMNS: readonly DataColumn[] = [
  'table',
  'column',
  'type',
  'unit',
  'meaning',
  'missing',
].map(name => ({ name, type: 'text', unit: '', meaning: '', missing: '' }));

/** Entries of a table's columns. @param keys its first columns, which name the world */
export const listDictionaryRows = (
  { name: table, columns }: Pick<DataTable, 'name' | 'columns'>,
  keys: readonly DataColumn[],
): DataRows =>
  [...keys, ...columns].map(({ name, type, unit, meaning, missing }) =>
    [table, name, type, unit, meaning, missing].map(text => text.replaceAll('`', '')),
  );
