/** Per-agent ring of the last N log rows, 4 bytes an entry; what a row says is read from the log. */
export class History {
  readonly #depth: Uint16Array;
  readonly #stride: number;
  readonly #rows: Uint32Array;
  readonly #head: Uint16Array;
  readonly #length: Uint16Array;

  /** @param depth entries to keep, per agent. */
  constructor(depth: Uint16Array) {
    this.#depth = depth;
    this.#stride = depth.reduce((most, d) => Math.max(most, d), 0);
    this.#rows = new Uint32Array(depth.length * this.#stride);
    this.#head = new Uint16Array(depth.length);
    this.#length = new Uint16Array(depth.length);
  }

  /** Appends a log row; the oldest entry gives way when the agent's depth is reached. */
  push(agent: number, row: number): void {
    const depth = this.#depth[agent];
    if (depth === 0) return;
    const head = this.#head[agent];
    this.#rows[agent * this.#stride + head] = row;
    this.#head[agent] = head + 1 === depth ? 0 : head + 1;
    const length = this.#length[agent];
    if (length < depth) this.#length[agent] = length + 1;
  }

  length(agent: number): number {
    return this.#length[agent];
  }

  /** Log rows, oldest first. */
  rows(agent: number): number[] {
    const depth = this.#depth[agent];
    const length = this.#length[agent];
    const start = this.#head[agent] - length + depth;
    return Array.from({ length }, (_, i) => this.#rows[agent * this.#stride + ((start + i) % depth)]);
  }
}
