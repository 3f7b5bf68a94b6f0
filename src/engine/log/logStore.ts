/** Binary logarithm of BLOCK_ROWS. */
export const BLOCK_BITS = 8;
/** Transitions of a block: few enough to be unpacked for one of them. */
export const BLOCK_ROWS = 1 << BLOCK_BITS;
/** Transitions as columns, in the order in which they happened. */
export interface LogRows {
  readonly agent: Uint32Array;
  readonly transition: Uint16Array;
  /** 0 for none, else a model's own reference + 1. */
  readonly context: Uint32Array;
}

/** Store of full blocks: memory, a file, the browser's private file system. */
export interface LogStore {
  /** Keeps BLOCK_ROWS rows from `first` on; the columns will be written again. */
  append(rows: LogRows, first: number): void;
  /** Writes the named columns of the block appended as number `index`, from 0, to the beginning of these. */
  read(index: number, into: LogRows, columns: readonly LogColumnName[]): void;
}

/** Columns of so many rows. */
export const createRows = (rows: number): LogRows => ({
  agent: new Uint32Array(rows),
  transition: new Uint16Array(rows),
  context: new Uint32Array(rows),
});

/** Name of a column. */
export type LogColumnName = keyof LogRows;

/** Names of the columns, in their order. */
export const LOG_COLUMNS = ['agent', 'transition', 'context'] as const;
