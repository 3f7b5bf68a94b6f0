const FULL = 0x8000;
const PLACE = 0x7fff;

/** Per-agent ring of the last N log rows, 4 bytes an entry; the rows' content is read from the log. */
export class History {
  readonly #depth: Uint16Array;
  readonly #stride: number;
  readonly #rows: Uint32Array;
  /** Next place to write; the FULL bit is set once the ring has wrapped around. */
  readonly #head: Uint16Array;

  /** @param depth entries to keep, per agent. */
  constructor(depth: Uint16Array) {
    this.#depth = depth;
    this.#stride = depth.reduce((most, d) => Math.max(most, d), 0);
    this.#rows = new Uint32Array(depth.length * this.#stride);
    this.#head = new Uint16Array(depth.length);
  }

  /** Appends a log row; the oldest entry drops out once the agent's depth is reached. */
  push(agent: number, row: number): void {
    const depth = this.#depth[agent];
    if (depth === 0) return;
    const head = this.#head[agent];
    const at = head & PLACE;
    this.#rows[agent * this.#stride + at] = row;
    this.#head[agent] = at + 1 === depth ? FULL : head + 1;
  }

  length(agent: number): number {
    const head = this.#head[agent];
    return (head & FULL) === 0 ? head : this.#depth[agent];
  }

  /** Log rows, oldest first. */
  rows(agent: number): number[] {
    const depth = this.#depth[agent];
    const length = this.length(agent);
    const start = (this.#head[agent] & PLACE) - length + depth;
    return Array.from({ length }, (_, i) => this.#rows[agent * this.#stride + ((start + i) % depth)]);
  }
}
