import { Growing } from '../core/tables/growing.ts';
import { BLOCK_ROWS, LOG_COLUMNS, type LogColumnName, type LogRows, type LogStore } from './logStore.ts';

/** In each column the place of the last step, and the steps. */
const MAX_BYTES = 3 + BLOCK_ROWS * (5 + 3 + 5);

/**
 * Keeps blocks in memory, some three bytes a row. Of a column each value is the step from the one before, in as many
 * groups of seven bits as it needs (LEB128), its sign in the last bit; steps at the end that are all the same stand once.
 */
export class MemoryLogStore implements LogStore {
  readonly #bytes = new Growing(Uint8Array);
  /** Offsets of each block's columns. */
  readonly #places: number[] = [];

  append(rows: LogRows, first: number): void {
    const bytes = this.#bytes;
    bytes.reserve(bytes.length + MAX_BYTES);
    for (const column of LOG_COLUMNS) {
      this.#places.push(bytes.length);
      bytes.length = pack(rows[column], first, bytes.data, bytes.length);
    }
  }

  read(index: number, into: LogRows, columns: readonly LogColumnName[]): void {
    for (const column of columns) {
      const place = index * LOG_COLUMNS.length + LOG_COLUMNS.indexOf(column);
      unpack(this.#bytes.data, this.#places[place], into[column]);
    }
  }
}

/** @returns the place after the last byte */
function pack(column: LogRows[LogColumnName], first: number, bytes: Uint8Array, start: number): number {
  let end = first + BLOCK_ROWS - 1;
  const last = column[end] - column[end - 1];
  while (end > first + 1 && column[end - 1] - column[end - 2] === last) end--;
  let at = start;
  bytes[at++] = end - first;
  let before = 0;
  for (let i = first; i <= end; i++) {
    const step = (column[i] - before) | 0;
    before = column[i];
    let rest = ((step << 1) ^ (step >> 31)) >>> 0;
    for (; rest > 127; rest >>>= 7) bytes[at++] = rest | 128;
    bytes[at++] = rest;
  }
  return at;
}

function unpack(bytes: Uint8Array, start: number, column: LogRows[LogColumnName]): void {
  let at = start;
  const last = bytes[at++];
  let value = 0;
  let step = 0;
  for (let i = 0; i < BLOCK_ROWS; i++) {
    if (i <= last) {
      let byte = bytes[at++];
      step = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++];
        step |= (byte & 127) << shift;
      }
      step = (step >>> 1) ^ -(step & 1);
    }
    // The array takes it modulo 2³².
    value += step;
    column[i] = value;
  }
}
