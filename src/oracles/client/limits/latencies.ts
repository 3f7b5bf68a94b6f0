import type { Latency } from '../../../engine/oracle/oracleReport.ts';

/** Most latencies kept: the last ones of a long run. */
const MOST = 10_000;
const BINS = 20;

/** Durations of calls in milliseconds. */
export class Latencies {
  readonly #kept: number[] = [];
  #next = 0;

  add(milliseconds: number): void {
    this.#kept[this.#next] = milliseconds;
    this.#next = (this.#next + 1) % MOST;
  }

  summary(): Latency {
    const sorted = Float64Array.from(this.#kept).sort();
    const p50 = pickSortedQuantile(sorted, 0.5);
    const p95 = pickSortedQuantile(sorted, 0.95);
    const width = roundUpBinWidth((p95 * 1.1) / (BINS - 1));
    const bins = new Array<number>(BINS).fill(0);
    for (const value of sorted) bins[Math.min(BINS - 1, Math.floor(value / width))]++;
    return { p50, p95, bins, width };
  }
}

const pickSortedQuantile = (sorted: Float64Array, part: number): number =>
  sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)];

/** The next of 1, 2, 5, 10, 20 … */
function roundUpBinWidth(width: number): number {
  let unit = 1;
  for (;;) {
    for (const step of [1, 2, 5]) if (width <= step * unit) return step * unit;
    unit *= 10;
  }
}
