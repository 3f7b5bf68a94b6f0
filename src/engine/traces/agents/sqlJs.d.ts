/** The used part of sql.js, whose package brings no types. */
declare module 'sql.js/dist/sql-wasm-inline.js' {
  interface Statement {
    step(): boolean;
    getAsObject(): Record<string, unknown>;
    free(): void;
  }
  interface Database {
    exec(query: string): { readonly columns: readonly string[]; readonly values: readonly unknown[][] }[];
    run(query: string, values?: readonly unknown[]): Database;
    prepare(query: string): Statement;
    export(): Uint8Array;
    close(): void;
  }
  export default function initSqlJs(): Promise<{ readonly Database: new (bytes?: Uint8Array) => Database }>;
}
