import { DIRECTIONS, type Lattice, type LatticeBox } from './lattice.ts';

/** An end point of a line: a point just outside a box, and the direction in which it is crossed. */
export interface Port {
  readonly point: number;
  readonly direction: number;
  readonly cost: number;
}

/** A path over the lattice: its corners, ends included. */
export interface Path {
  readonly points: readonly number[];
  readonly cost: number;
}

const BEND = 7;
/** Cost per step of a port's distance from the middle of its side. */
const OFF_MIDDLE = 0.25;
/** Least distance of a port from a corner of the box, steps. */
const FROM_CORNER = 3;

/** Finds the cheapest path of right angles between boxes, around all others, over a lattice. */
export class Router {
  private readonly queue = new CostQueue();
  private readonly costs: Float64Array;
  private readonly before: Int32Array;

  constructor(private readonly lattice: Lattice) {
    const size = lattice.columns * lattice.rows * 4;
    this.costs = new Float64Array(size);
    this.before = new Int32Array(size);
  }

  /** The ports of a box's sides: outwards, or inwards for a target. */
  portsOf(box: LatticeBox, isTarget: boolean, sides: readonly number[] = [0, 1, 2, 3]): Port[] {
    return sides.flatMap(side => this.portsOfSide(box, side, isTarget));
  }

  private portsOfSide(box: LatticeBox, side: number, isTarget: boolean): Port[] {
    const isUpright = side % 2 === 0;
    const [from, to] = isUpright ? [box.top, box.bottom] : [box.left, box.right];
    const fixed = [box.right, box.bottom, box.left, box.top][side];
    const corner = Math.min(FROM_CORNER, Math.floor((to - from) / 2));
    const ports: Port[] = [];
    for (let at = from + corner; at <= to - corner; at++) {
      const point = isUpright ? this.lattice.point(fixed, at) : this.lattice.point(at, fixed);
      const cost = OFF_MIDDLE * Math.abs(at - (from + to) / 2);
      ports.push({ point, direction: isTarget ? (side + 2) % 4 : side, cost });
    }
    return ports;
  }

  /** @param inside extra cost of a step between the boxes. @returns null if there is no path. */
  find(sources: readonly Port[], targets: readonly Port[], inside = 0): Path | null {
    const ends = new Map(targets.map(port => [getPortKey(port), port.cost]));
    const reach = this.reachOf(targets);
    this.costs.fill(Infinity);
    this.queue.clear();
    const visit = (key: number, cost: number, from: number) => {
      if (cost >= this.costs[key]) return;
      this.costs[key] = cost;
      this.before[key] = from;
      this.queue.push(key, cost + reach(key >> 2));
    };
    for (const port of sources)
      visit(getPortKey(port), port.cost + this.lattice.costOf(port.point, port.direction & 1), START);
    while (this.queue.size > 0) {
      const key = this.queue.pop();
      const cost = this.costs[key];
      if (cost < 0) continue;
      if (ends.has(key)) return { points: this.cornersTo(key), cost };
      this.step(key, cost, ends, inside, visit);
      // Settled: no path is cheaper.
      this.costs[key] = -1;
    }
    return null;
  }

  private step(
    key: number,
    cost: number,
    ends: ReadonlyMap<number, number>,
    inside: number,
    visit: (key: number, cost: number, from: number) => void,
  ): void {
    const [point, direction] = [key >> 2, key & 3];
    const { columns, blocked } = this.lattice;
    for (let turn = 0; turn < 4; turn++) {
      const isBend = turn !== direction;
      if (turn === (direction ^ 2) || (isBend && this.before[key] === START)) continue;
      const [dx, dy] = DIRECTIONS[turn];
      const next = point + dx + dy * columns;
      const nextKey = next * 4 + turn;
      const end = ends.get(nextKey);
      if (end === undefined && blocked[next] !== 0) continue;
      const fare =
        this.lattice.costOf(next, turn & 1) + (inside > 0 ? inside * this.lattice.isWithin(next) : 0);
      visit(nextKey, cost + (isBend ? BEND : 0) + (end ?? 0) + fare, key);
    }
  }

  /** Least number of steps from a point to the nearest target. */
  private reachOf(targets: readonly Port[]): (point: number) => number {
    const { columns } = this.lattice;
    const xs = targets.map(({ point }) => point % columns);
    const ys = targets.map(({ point }) => Math.floor(point / columns));
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    return point => {
      const [x, y] = [point % columns, Math.floor(point / columns)];
      return Math.max(left - x, 0, x - right) + Math.max(top - y, 0, y - bottom);
    };
  }

  private cornersTo(end: number): number[] {
    const points: number[] = [end >> 2];
    for (let key = end; ; ) {
      const from = this.before[key];
      if (from === START) {
        points.push(key >> 2);
        return points.reverse();
      }
      if ((from & 3) !== (key & 3)) points.push(from >> 2);
      key = from;
    }
  }
}

const START = -1;
const getPortKey = ({ point, direction }: Port): number => point * 4 + direction;

/** A priority queue of numbers, lowest cost first; ties are broken in a fixed way. */
class CostQueue {
  private readonly costs: number[] = [];
  private readonly items: number[] = [];

  get size(): number {
    return this.items.length;
  }

  clear(): void {
    this.costs.length = 0;
    this.items.length = 0;
  }

  push(item: number, cost: number): void {
    let at = this.items.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.costs[parent] <= cost) break;
      this.put(at, this.items[parent], this.costs[parent]);
      at = parent;
    }
    this.put(at, item, cost);
  }

  /** Removes the cheapest one; the queue must not be empty. */
  pop(): number {
    const first = this.items[0];
    const cost = this.costs.pop()!;
    const item = this.items.pop()!;
    const size = this.items.length;
    if (size === 0) return first;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && this.costs[child + 1] < this.costs[child]) child++;
      if (this.costs[child] >= cost) break;
      this.put(at, this.items[child], this.costs[child]);
      at = child;
    }
    this.put(at, item, cost);
    return first;
  }

  private put(at: number, item: number, cost: number): void {
    this.items[at] = item;
    this.costs[at] = cost;
  }
}
