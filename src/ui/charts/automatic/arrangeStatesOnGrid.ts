import { Grid, type GridShape } from './grid.ts';
import type { SheetLine } from './lines.ts';

/** States on the cells of a grid. */
export interface Arrangement extends GridShape {
  /** Number of each state's cell, row by row. */
  readonly cells: readonly number[];
  readonly cost: number;
  /** Part of the cost for lines against the reading direction. */
  readonly against: number;
}

/** Comparisons of two cells before the search is content. */
const BUDGET = 400_000;

/**
 * Puts `count` states on a grid so that lines are short, straight and out of each other's way: cells are
 * swapped from several starting points until no swap helps. Deterministic.
 * @param pause is awaited between two beginnings.
 * @returns the best few, the best one first.
 */
export async function arrangeStatesOnGrid(
  count: number,
  lines: readonly SheetLine[],
  shape: GridShape,
  most: number,
  pause: () => Promise<void>,
): Promise<Arrangement[]> {
  const grid = new Grid(count, lines, shape);
  const found = new Map<string, Arrangement>();
  const random = createLayoutRandom(count * 31 + shape.columns);
  for (let round = 0; round < 24 && grid.compared < BUDGET; round++) {
    grid.begin(createStartingCells(round, count, shape, random));
    grid.settle();
    await pause();
    const cells = grid.cellsOf();
    found.set(cells.join(), { ...shape, cells, cost: grid.cost(), against: grid.against() });
  }
  return [...found.values()].sort((a, b) => a.cost - b.cost).slice(0, most);
}

/** States on given cells, with the cost of the lines between them. */
export function rateArrangement(
  { columns, rows, cells }: Pick<Arrangement, 'columns' | 'rows' | 'cells'>,
  lines: readonly SheetLine[],
): Arrangement {
  const grid = new Grid(cells.length, lines, { columns, rows });
  grid.begin(cells);
  return { columns, rows, cells, cost: grid.cost(), against: grid.against() };
}

/** The arrangement without empty rows and columns. */
export function compactArrangement(arrangement: Arrangement): Arrangement {
  const { columns, cells } = arrangement;
  const sorted = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
  const xs = sorted(cells.map(cell => cell % columns));
  const ys = sorted(cells.map(cell => Math.floor(cell / columns)));
  return {
    ...arrangement,
    columns: xs.length,
    rows: ys.length,
    cells: cells.map(cell => ys.indexOf(Math.floor(cell / columns)) * xs.length + xs.indexOf(cell % columns)),
  };
}

/** Starting points: rows, rows back and forth, columns, then random ones. */
function createStartingCells(
  round: number,
  count: number,
  { columns, rows }: GridShape,
  random: () => number,
): number[] {
  const cells = Array.from({ length: columns * rows }, (_, cell) => cell);
  const row = (cell: number) => Math.floor(cell / columns);
  if (round === 1) cells.sort((a, b) => row(a) - row(b) || (row(a) % 2 ? b - a : a - b));
  if (round === 2) cells.sort((a, b) => (a % columns) - (b % columns) || a - b);
  if (round > 2)
    for (let i = cells.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [cells[i], cells[j]] = [cells[j], cells[i]];
    }
  return cells.slice(0, count);
}

/** A seeded generator of numbers in [0, 1). */
function createLayoutRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
