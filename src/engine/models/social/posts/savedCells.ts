import type { SavedColumn } from '../../../core/growing.ts';

type CellColumn = Uint8Array | Uint16Array | Uint32Array;

/** A table of which many cells are empty, column by column: those that hold something, or all. */
export interface SavedCells {
  /** Their places, ascending; absent if more than half of all hold something, and all are saved. */
  readonly places?: SavedColumn;
  readonly columns: readonly SavedColumn[];
}

/**
 * Saves a table with many empty cells. Other columns of an empty cell are not saved.
 * @param held the table's column that is 0 for an empty cell
 */
export function saveCells(held: CellColumn, columns: readonly CellColumn[]): SavedCells {
  let count = 0;
  for (let at = 0; at < held.length; at++) if (held[at] !== 0) count++;
  if (count * 2 > held.length) return { columns: columns.map(column => column.slice()) };
  const places = new Uint32Array(count);
  let next = 0;
  for (let at = 0; at < held.length; at++) if (held[at] !== 0) places[next++] = at;
  return { places, columns: columns.map(column => selectColumnValues(column, places)) };
}

/** Restores a table into one that is empty. */
export function restoreCells(saved: SavedCells, columns: readonly CellColumn[]): void {
  const { places } = saved;
  for (const [i, column] of columns.entries()) {
    const values = saved.columns[i];
    if (places === undefined) column.set(values);
    else for (let cell = 0; cell < places.length; cell++) column[places[cell]] = values[cell];
  }
}

function selectColumnValues(column: CellColumn, places: Uint32Array): CellColumn {
  const values = new (column.constructor as new (length: number) => CellColumn)(places.length);
  for (let cell = 0; cell < places.length; cell++) values[cell] = column[places[cell]];
  return values;
}
