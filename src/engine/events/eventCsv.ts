import { writeCsv, writeCsvLines } from '../core/writeCsv.ts';
import type { EventRecord } from '../model/event.ts';

/** Columns of an event log as a table; other fields of a line are in `other`, as JSON. */
const EVENT_COLUMNS = [
  'tick',
  'time',
  'kind',
  'agent_id',
  'from_state',
  'to_state',
  'trigger',
  'state',
  'source',
  'action',
  'tool',
  'post_id',
  'text',
  'warning',
] as const;
const EVENT_COLUMN_NAMES: ReadonlySet<string> = new Set(EVENT_COLUMNS);

/** The first line of the table. */
export const writeEventCsvHeader = (): string => writeCsv([...EVENT_COLUMNS, 'other'], []);

/** Lines of the table; a field is empty if an event has none of that name. */
export const writeEventCsvLines = (records: readonly EventRecord[]): string =>
  writeCsvLines(records.map(toEventCsvRow));

function toEventCsvRow(record: EventRecord): readonly (string | number)[] {
  const rest = Object.entries(record).filter(([name]) => !EVENT_COLUMN_NAMES.has(name));
  const other = rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest));
  return [...EVENT_COLUMNS.map(name => toEventCsvCell(record[name])), other];
}

const toEventCsvCell = (value: unknown): string | number =>
  value === undefined
    ? ''
    : typeof value === 'string' || typeof value === 'number'
      ? value
      : JSON.stringify(value);
