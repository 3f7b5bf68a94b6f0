import { csvFormatRows } from 'd3-dsv';
import type { DataRows, DataValue } from '../../model/dataTable.ts';

/** Rows as lines of CSV; a missing value is an empty cell. */
export const formatTableCsv = (rows: DataRows): string =>
  rows.length === 0 ? '' : `${csvFormatRows(rows.map(row => row.map(formatCell)))}\n`;

/** Truth values are in capitals, which both R and pandas read. */
function formatCell(value: DataValue): string {
  if (value === null) return '';
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
}
