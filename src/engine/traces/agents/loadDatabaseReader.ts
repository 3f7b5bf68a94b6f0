import initSqlJs from 'sql.js/dist/sql-wasm-inline.js';
import { InputError } from '../../core/errors.ts';
import { getTextField, isFieldsObject, parseJsonText } from '../values.ts';
import { StoredRow } from './openCode.ts';

/**
 * The tables of `opencode.db`, whose columns `data` hold messages and parts as JSON without their ids. The names of tables
 * and columns are those of opencode's published schema; a database of version 1.18 itself was not at hand.
 */
const TABLES = ['session', 'message', 'part'] as const;

/**
 * Makes a reader of opencode's databases. It brings SQLite, compiled to WebAssembly, and is loaded only when there is a
 * database.
 */
export async function loadDatabaseReader() {
  const sqlite = await initSqlJs();
  return (bytes: Uint8Array, take: (row: StoredRow) => void): void => {
    const database = new sqlite.Database(bytes);
    try {
      const names = queryTextColumn(database, 'SELECT name FROM sqlite_schema');
      if (!TABLES.every(name => names.includes(name)))
        throw new InputError(`an SQLite database without opencode's tables ${TABLES.join(', ')}`);
      for (const table of TABLES) {
        const columns = queryTextColumn(database, `SELECT name FROM pragma_table_info('${table}')`);
        const order = columns.includes('time_created') ? 'time_created, id' : 'id';
        const rows = database.prepare(`SELECT * FROM ${table} ORDER BY ${order}`);
        try {
          while (rows.step()) take(toStoredRow(table, rows.getAsObject()));
        } finally {
          rows.free();
        }
      }
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw new InputError(
        `an SQLite database that cannot be read: ${error instanceof Error ? error.message : error}`,
      );
    } finally {
      database.close();
    }
  };
}

/** The used part of an open database. */
type Database = InstanceType<Awaited<ReturnType<typeof initSqlJs>>['Database']>;

/** The texts of a query's first column. */
const queryTextColumn = (database: Database, query: string): string[] =>
  (database.exec(query)[0]?.values ?? []).map(([value]) => String(value));

function toStoredRow(table: (typeof TABLES)[number], row: Readonly<Record<string, unknown>>): StoredRow {
  const data = parseJsonText(row.data);
  const given = isFieldsObject(data) ? data : {};
  const id = getTextField(row, 'id') ?? '';
  if (table === 'session') return new StoredRow(id, null, null, { ...row, ...given });
  const session = getTextField(row, 'session_id') ?? '';
  return new StoredRow(id, session, table === 'part' ? getTextField(row, 'message_id') : null, {
    ...given,
    id,
  });
}
