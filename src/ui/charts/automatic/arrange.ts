import type { Line } from './lines.ts';

export interface Shape {
  readonly columns: number;
  readonly rows: number;
}

/** States on the cells of a grid. */
export interface Arrangement extends Shape {
  /** Number of each state's cell, row by row. */
  readonly cells: readonly number[];
  readonly cost: number;
  /** How much of the cost is for lines against the reading direction. */
  readonly against: number;
}

const BEND = 0.8;
/** A box in the way of a straight line, and of both ways round a corner. */
const IN_WAY = 2.2;
const BOTH_IN_WAY = 0.9;
/** A line against the reading direction. */
const BACKWARDS = 0.5;
/** The first state belongs into the corner at the top left. */
const CORNER = 1;
/** Times that all pairs of cells are looked at from one beginning. */
const PASSES = 12;
/** Comparisons of two cells before the search is content. */
const BUDGET = 400_000;

/**
 * Puts `count` states on a grid so that lines are short, straight and not in each other's way: exchanges of two
 * cells from several beginnings, until none is for the better. The same every time.
 * @param pause is awaited between two beginnings.
 * @returns the best few, the best one first.
 */
export async function arrange(
  count: number,
  lines: readonly Line[],
  shape: Shape,
  most: number,
  pause: () => Promise<void>,
): Promise<Arrangement[]> {
  const grid = new Grid(count, lines, shape);
  const found = new Map<string, Arrangement>();
  const random = randomFrom(count * 31 + shape.columns);
  for (let round = 0; round < 24 && grid.compared < BUDGET; round++) {
    grid.begin(beginning(round, count, shape, random));
    grid.settle();
    await pause();
    const cells = grid.cellsOf();
    found.set(cells.join(), { ...shape, cells, cost: grid.cost(), against: grid.against() });
  }
  return [...found.values()].sort((a, b) => a.cost - b.cost).slice(0, most);
}

/** The same without rows and columns that are empty. */
export function compacted(arrangement: Arrangement): Arrangement {
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

/** In rows, in rows to and fro, in columns; then by chance. */
function beginning(round: number, count: number, { columns, rows }: Shape, random: () => number): number[] {
  const cells = Array.from({ length: columns * rows }, (_, cell) => cell);
  const row = (cell: number) => Math.floor(cell / columns);
  if (round === 1) cells.sort((a, b) => row(a) - row(b) || (row(a) % 2 ? b - a : a - b));
  if (round === 2) cells.sort((a, b) => (a % columns) - (b % columns) || a - b);
  if (round > 2)
    for (let i = cells.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [cells[i], cells[j]] = [cells[j]!, cells[i]!];
    }
  return cells.slice(0, count);
}

class Grid {
  compared = 0;
  private readonly columns: number;
  /** State of each cell; −1: empty. */
  private readonly states: Int32Array;
  private readonly cells: Int32Array;
  private readonly linesAt: readonly Line[][];

  constructor(
    count: number,
    private readonly lines: readonly Line[],
    { columns, rows }: Shape,
  ) {
    this.columns = columns;
    this.states = new Int32Array(columns * rows);
    this.cells = new Int32Array(count);
    this.linesAt = Array.from({ length: count }, (_, state) =>
      lines.filter(({ source, target }) => source !== target && (source === state || target === state)),
    );
  }

  begin(cells: readonly number[]): void {
    this.states.fill(-1);
    this.cells.set(cells);
    cells.forEach((cell, state) => {
      this.states[cell] = state;
    });
  }

  cellsOf(): number[] {
    return [...this.cells];
  }

  cost(): number {
    const lines = this.lines.reduce((sum, line) => sum + this.costOf(line), 0);
    return lines + this.cornerCost(0);
  }

  against(): number {
    return this.lines.reduce((sum, line) => sum + this.againstOf(line), this.cornerCost(0));
  }

  /** Exchanges two cells as long as that is for the better; moves into empty cells could go on for ever. */
  settle(): void {
    const { length } = this.states;
    let isBetter = true;
    for (let pass = 0; isBetter && pass < PASSES; pass++) {
      isBetter = false;
      for (let a = 0; a < length; a++)
        for (let b = a + 1; b < length; b++) if (this.exchange(a, b)) isBetter = true;
    }
  }

  private exchange(a: number, b: number): boolean {
    if (this.states[a]! < 0 && this.states[b]! < 0) return false;
    this.compared++;
    const before = this.costAround(a, b);
    this.swap(a, b);
    if (this.costAround(a, b) < before - 1e-9) return true;
    this.swap(a, b);
    return false;
  }

  private swap(a: number, b: number): void {
    const [p, q] = [this.states[a]!, this.states[b]!];
    this.states[a] = q;
    this.states[b] = p;
    if (p >= 0) this.cells[p] = b;
    if (q >= 0) this.cells[q] = a;
  }

  private costAround(a: number, b: number): number {
    const [p, q] = [this.states[a]!, this.states[b]!];
    let sum = 0;
    for (const state of [p, q]) {
      if (state < 0) continue;
      sum += this.cornerCost(state);
      // A line between the two is counted once.
      for (const line of this.linesAt[state]!)
        if (state === p || (line.source !== p && line.target !== p)) sum += this.costOf(line);
    }
    return sum;
  }

  private cornerCost(state: number): number {
    if (state !== 0) return 0;
    const cell = this.cells[0]!;
    return CORNER * ((cell % this.columns) + Math.floor(cell / this.columns));
  }

  private costOf(line: Line): number {
    const { source, target } = line;
    if (source === target) return 0;
    const [from, to] = [this.cells[source]!, this.cells[target]!];
    const [x, y] = [from % this.columns, Math.floor(from / this.columns)];
    const [u, v] = [to % this.columns, Math.floor(to / this.columns)];
    const length = Math.abs(u - x) + Math.abs(v - y);
    return length + this.turnCost(x, y, u, v) + this.againstOf(line);
  }

  private againstOf({ source, target }: Line): number {
    const [from, to] = [this.cells[source]!, this.cells[target]!];
    // What comes later in the chart stands further down, or to the right in the same row: at a higher cell.
    return source < target && to < from ? BACKWARDS : 0;
  }

  private turnCost(x: number, y: number, u: number, v: number): number {
    if (x !== u && y !== v) return BEND + (this.isTaken(u, y) && this.isTaken(x, v) ? BOTH_IN_WAY : 0);
    let cost = 0;
    const steps = Math.abs(u - x) + Math.abs(v - y);
    for (let step = 1; step < steps; step++)
      if (this.isTaken(x + ((u - x) / steps) * step, y + ((v - y) / steps) * step)) cost += IN_WAY / step;
    return cost;
  }

  private isTaken(x: number, y: number): boolean {
    return this.states[y * this.columns + x]! >= 0;
  }
}

/** Numbers below 1, always the same ones. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
