import type { PreparedCase } from './prepareCases.ts';

/** Which cases of a set still go on after a step, and how they will end. */
export class Alive {
  /** By length in steps: cases that fail, and those whose end is known. */
  readonly #failed: number[] = [];
  readonly #known: number[] = [];

  /** Counts cases by their length. */
  constructor(cases: readonly PreparedCase[]) {
    const longest = cases.reduce((most, { source }) => Math.max(most, source.steps.length), 0);
    this.#failed = new Array(longest + 2).fill(0);
    this.#known = new Array(longest + 2).fill(0);
    for (const { source } of cases) {
      if (source.outcome === null) continue;
      this.#known[source.steps.length]++;
      if (source.outcome === 'failed') this.#failed[source.steps.length]++;
    }
    for (let n = longest; n >= 0; n--) {
      this.#failed[n] += this.#failed[n + 1];
      this.#known[n] += this.#known[n + 1];
    }
  }

  /** Share of failures among the cases with steps after this one, from 0; null if no outcome of theirs is known. */
  failedAt(step: number): number | null {
    const known = this.#known[step + 2] ?? 0;
    return known === 0 ? null : this.#failed[step + 2] / known;
  }
}
