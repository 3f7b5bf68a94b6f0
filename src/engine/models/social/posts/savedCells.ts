import type { SavedColumn } from '../../../core/tables/growing.ts';

/** A table of which many cells are empty, column by column: those that hold something, or all. */
export interface SavedCells {
  /** Their places, ascending; absent if more than half of all hold something, and all are saved. */
  readonly places?: SavedColumn;
  readonly columns: readonly SavedColumn[];
}

/** Saves a column of which many cells are empty, which is 0. */
export function saveCells(cells: Uint32Array): SavedCells {
  let count = 0;
  for (let at = 0; at < cells.length; at++) if (cells[at] !== 0) count++;
  if (count * 2 > cells.length) return { columns: [cells.slice()] };
  const places = new Uint32Array(count);
  let next = 0;
  for (let at = 0; at < cells.length; at++) if (cells[at] !== 0) places[next++] = at;
  return { places, columns: [places.map(place => cells[place])] };
}

/** Restores a column into one that is empty. */
export function restoreCells({ places, columns: [values] }: SavedCells, cells: Uint32Array): void {
  if (places === undefined) cells.set(values);
  else for (let cell = 0; cell < places.length; cell++) cells[places[cell]] = values[cell];
}
