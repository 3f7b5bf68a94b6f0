import { Random } from '../../../src/engine/core/random.ts';

/** Domain of what a comparison draws; no model and no part of the engine uses this number. */
const COMPARISON = 9001;

/** A stream of draws, one after the other, by (seed, stream) alone. */
export class Draws {
  readonly #random: Random;
  readonly #stream: number;
  #count = 0;

  constructor(seed: number, stream: number) {
    this.#random = new Random(seed, COMPARISON);
    this.#stream = stream;
  }

  /** In [0, 1). */
  unit(): number {
    const at = this.#count++;
    return this.#random.unit(this.#stream, at >>> 8, at & 255);
  }

  /** A whole number in 0 … n − 1. */
  below(n: number): number {
    return Math.floor(this.unit() * n);
  }

  /** Of an exponential distribution of mean 1. */
  exponential(): number {
    return -Math.log(1 - this.unit());
  }

  /** Of a Poisson distribution: arrivals of rate 1 within `mean`. */
  poisson(mean: number): number {
    let count = 0;
    for (let time = this.exponential(); time < mean; time += this.exponential()) count++;
    return count;
  }
}
