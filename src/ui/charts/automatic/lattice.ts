import type { Rect } from '../packing.ts';
import { LATTICE_STEP } from './boxes.ts';

/** Right, down, left, up; a direction's axis is its lowest bit: 0 horizontal, 1 vertical. */
export const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** A box in steps, its border included. */
export interface LatticeBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Costs of a line, in steps. */
const OVER = 40;
const BESIDE_OFFSETS = [0, 5, 1] as const;
/** The same with room for a number on each line. */
const BESIDE_NUMBERED = [0, 16, 9, 2] as const;
const CROSSING = 7;
const THROUGH_NUMBER = 50;
const NEAR_BOX = [0, 3, 0.6] as const;
const OFF = 4;

/** Boxes and lines of the sheet, by lattice point. */
export class Lattice {
  readonly columns: number;
  readonly rows: number;
  readonly boxes: readonly LatticeBox[];
  /** 1 on boxes and outside the area for lines. */
  readonly blocked: Uint8Array;
  /** The area between boxes, for lines that should go around all of them. */
  readonly within: LatticeBox;
  private readonly near: Float32Array;
  /** Numbers that lie on a point. */
  private readonly numbers: Uint8Array;
  /** Numbers of lines through a point, horizontal and vertical. */
  private readonly used: readonly [Uint8Array, Uint8Array];
  private readonly beside: readonly number[];

  /** @param taken areas that no line may cross, pixels @param hasNumbers whether lines keep room for numbers on them */
  constructor(
    width: number,
    height: number,
    boxes: readonly Rect[],
    taken: readonly Rect[],
    hasNumbers = false,
  ) {
    this.beside = hasNumbers ? BESIDE_NUMBERED : BESIDE_OFFSETS;
    this.columns = Math.floor(width / LATTICE_STEP) + 1;
    this.rows = Math.floor(height / LATTICE_STEP) + 1;
    const size = this.columns * this.rows;
    this.blocked = new Uint8Array(size);
    this.near = new Float32Array(size);
    this.numbers = new Uint8Array(size);
    this.used = [new Uint8Array(size), new Uint8Array(size)];
    this.boxes = boxes.map(convertToLatticeBox);
    this.within = {
      left: Math.min(...this.boxes.map(({ left }) => left)),
      top: Math.min(...this.boxes.map(({ top }) => top)),
      right: Math.max(...this.boxes.map(({ right }) => right)),
      bottom: Math.max(...this.boxes.map(({ bottom }) => bottom)),
    };
    for (const box of this.boxes)
      for (const [distance, cost] of NEAR_BOX.entries())
        this.each(box, distance, point => {
          if (distance === 0) this.blocked[point] = 1;
          else this.near[point] = Math.max(this.near[point], cost);
        });
    for (const part of taken) this.each(convertToLatticeBox(part), 0, point => this.block(point));
    this.blockRim();
  }

  point(x: number, y: number): number {
    return y * this.columns + x;
  }

  /** 1 between the boxes, else 0. */
  isWithin(point: number): number {
    const [x, y] = [point % this.columns, Math.floor(point / this.columns)];
    const { left, top, right, bottom } = this.within;
    return x >= left && x <= right && y >= top && y <= bottom ? 1 : 0;
  }

  /** Cost of a step onto a point along an axis. */
  costOf(point: number, axis: number): number {
    const along = this.used[axis];
    const across = axis === 0 ? this.columns : 1;
    let cost = 1 + this.near[point] + along[point] * OVER + this.used[1 - axis][point] * CROSSING;
    cost += this.numbers[point] * THROUGH_NUMBER;
    for (let away = 1; away < this.beside.length; away++)
      cost += ((along[point + across * away] ?? 0) + (along[point - across * away] ?? 0)) * this.beside[away];
    return cost;
  }

  /** Adds or removes the marks of a line's points. */
  mark(points: readonly number[], by: 1 | -1): void {
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1], points[i]];
      const step = Math.abs(b - a) >= this.columns ? this.columns : 1;
      const used = this.used[step === 1 ? 0 : 1];
      for (let point = Math.min(a, b); point <= Math.max(a, b); point += step) used[point] += by;
    }
  }

  /** Adds or removes a number, which lines go around. */
  markNumber(rect: Rect, by: 1 | -1): void {
    this.each(convertToLatticeBox(rect), 0, point => {
      this.numbers[point] += by;
    });
  }

  private block(point: number): void {
    this.blocked[point] = 1;
  }

  /** Lines keep some pixels away from the sheet's edge. */
  private blockRim(): void {
    const rim = Math.ceil(OFF / LATTICE_STEP);
    for (let y = 0; y < this.rows; y++)
      for (let x = 0; x < this.columns; x++)
        if (x < rim || y < rim || x >= this.columns - rim || y >= this.rows - rim)
          this.block(this.point(x, y));
  }

  private each(box: LatticeBox, more: number, visit: (point: number) => void): void {
    for (let y = Math.max(0, box.top - more); y <= Math.min(this.rows - 1, box.bottom + more); y++)
      for (let x = Math.max(0, box.left - more); x <= Math.min(this.columns - 1, box.right + more); x++)
        visit(this.point(x, y));
  }
}

const convertToLatticeBox = ({ x, y, width, height }: Rect): LatticeBox => ({
  left: Math.round(x / LATTICE_STEP),
  top: Math.round(y / LATTICE_STEP),
  right: Math.round((x + width) / LATTICE_STEP),
  bottom: Math.round((y + height) / LATTICE_STEP),
});
