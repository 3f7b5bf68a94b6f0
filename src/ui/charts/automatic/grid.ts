import type { SheetLine } from './lines.ts';

/** Size of a grid in cells. */
export interface GridShape {
  readonly columns: number;
  readonly rows: number;
}

/** Cost of a bend, in cells. */
const BEND = 0.8;
/** Cost of a box in the way of a straight line, or of both ways around a corner. */
const IN_WAY = 2.2;
const BOTH_IN_WAY = 0.9;
/** Cost of a line against the reading direction. */
const BACKWARDS = 0.5;
/** Cost of the first state outside the top left corner. */
const CORNER = 1;
/** Passes over all pairs of cells from one starting point. */
const PASSES = 12;
/** States on cells, and the cost of the lines between them. */
export class Grid {
  compared = 0;
  private readonly columns: number;
  /** State of each cell; −1: empty. */
  private readonly states: Int32Array;
  private readonly cells: Int32Array;
  private readonly linesAt: readonly SheetLine[][];

  constructor(
    count: number,
    private readonly lines: readonly SheetLine[],
    { columns, rows }: GridShape,
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

  /**
   * Swaps two cells as long as that helps; the number of passes is bounded because moves into empty cells
   * could go on forever.
   */
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
    if (this.states[a] < 0 && this.states[b] < 0) return false;
    this.compared++;
    const before = this.costAround(a, b);
    this.swap(a, b);
    if (this.costAround(a, b) < before - 1e-9) return true;
    this.swap(a, b);
    return false;
  }

  private swap(a: number, b: number): void {
    const [p, q] = [this.states[a], this.states[b]];
    this.states[a] = q;
    this.states[b] = p;
    if (p >= 0) this.cells[p] = b;
    if (q >= 0) this.cells[q] = a;
  }

  private costAround(a: number, b: number): number {
    const [p, q] = [this.states[a], this.states[b]];
    let sum = 0;
    for (const state of [p, q]) {
      if (state < 0) continue;
      sum += this.cornerCost(state);
      // A line between the two is counted once.
      for (const line of this.linesAt[state])
        if (state === p || (line.source !== p && line.target !== p)) sum += this.costOf(line);
    }
    return sum;
  }

  private cornerCost(state: number): number {
    if (state !== 0) return 0;
    const cell = this.cells[0];
    return CORNER * ((cell % this.columns) + Math.floor(cell / this.columns));
  }

  private costOf(line: SheetLine): number {
    const { source, target } = line;
    if (source === target) return 0;
    const [from, to] = [this.cells[source], this.cells[target]];
    const [x, y] = [from % this.columns, Math.floor(from / this.columns)];
    const [u, v] = [to % this.columns, Math.floor(to / this.columns)];
    const length = Math.abs(u - x) + Math.abs(v - y);
    return length + this.turnCost(x, y, u, v) + this.againstOf(line);
  }

  private againstOf({ source, target }: SheetLine): number {
    const [from, to] = [this.cells[source], this.cells[target]];
    // Later states belong further down, or to the right in the same row: at a higher cell.
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
    return this.states[y * this.columns + x] >= 0;
  }
}
