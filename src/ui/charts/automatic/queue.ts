/** A priority queue of numbers, lowest cost first; ties are broken in a fixed way. */
export class CostQueue {
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
