/** Lengths up to which stays are counted in a column; longer ones are listed. */
export const MAX_COUNTED_LENGTH = 256;

/** Lengths of stays: the number of stays for each number of ticks. */
export class Lengths {
  readonly #short = new Uint32Array(MAX_COUNTED_LENGTH);
  readonly #long: number[] = [];
  #isSorted = true;
  count = 0;
  total = 0;

  /** Takes in the counts of short stays, and long ones one by one. */
  add(short: Uint32Array, long: readonly number[]): void {
    for (let ticks = 0; ticks < MAX_COUNTED_LENGTH; ticks++) {
      this.#short[ticks] += short[ticks];
      this.count += short[ticks];
      this.total += short[ticks] * ticks;
    }
    for (const ticks of long) {
      this.#long.push(ticks);
      this.total += ticks;
    }
    this.count += long.length;
    if (long.length > 0) this.#isSorted = false;
  }

  /**
   * The least length that at least this part of the stays did not exceed (nearest rank); null for no stays.
   * @param percent 1 to 100
   */
  quantile(percent: number): number | null {
    const rank = Math.ceil((this.count * percent) / 100);
    let sum = 0;
    for (const [ticks, count] of this.entries()) {
      sum += count;
      if (sum >= rank) return ticks;
    }
    return null;
  }

  /** Lengths with how many stays had each, shortest first. */
  *entries(): Generator<readonly [ticks: number, count: number]> {
    for (let ticks = 0; ticks < MAX_COUNTED_LENGTH; ticks++)
      if (this.#short[ticks] > 0) yield [ticks, this.#short[ticks]];
    if (!this.#isSorted) this.#long.sort((a, b) => a - b);
    this.#isSorted = true;
    for (const ticks of this.#long) yield [ticks, 1];
  }
}
