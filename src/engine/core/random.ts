/**
 * Counter-based random numbers: Threefry2x32 with 13 rounds (Salmon et al., SC 2011). A draw depends on
 * (seed, domain, entity, tick, purpose) alone, so neither the order of agents nor the number of draws matters.
 */

/**
 * The first key word is the seed, the second a domain: streams that must stay independent. These are the
 * engine's own; each model declares more in its `ModelSpec`, and no number is used twice.
 */
export const Domain = { network: 1, profile: 2, worlds: 11, bootstrap: 18, embedded: 24 } as const;

const PARITY = 0x1bd11bda;
/** The two output words of the last draw; in variables, most of 32 bits would become numbers on the heap. */
const OUT = new Uint32Array(2);

/** Leaves the two output words in `OUT`. Counter and key are uint32 pairs. */
function threefry13(k0: number, k1: number, c0: number, c1: number): void {
  const k2 = k0 ^ k1 ^ PARITY;
  let x = (c0 + k0) | 0;
  let y = (c1 + k1) | 0;
  x = (x + y) | 0;
  y = ((y << 13) | (y >>> 19)) ^ x;
  x = (x + y) | 0;
  y = ((y << 15) | (y >>> 17)) ^ x;
  x = (x + y) | 0;
  y = ((y << 26) | (y >>> 6)) ^ x;
  x = (x + y) | 0;
  y = ((y << 6) | (y >>> 26)) ^ x;
  x = (x + k1) | 0;
  y = (y + k2 + 1) | 0;
  x = (x + y) | 0;
  y = ((y << 17) | (y >>> 15)) ^ x;
  x = (x + y) | 0;
  y = ((y << 29) | (y >>> 3)) ^ x;
  x = (x + y) | 0;
  y = ((y << 16) | (y >>> 16)) ^ x;
  x = (x + y) | 0;
  y = ((y << 24) | (y >>> 8)) ^ x;
  x = (x + k2) | 0;
  y = (y + k0 + 2) | 0;
  x = (x + y) | 0;
  y = ((y << 13) | (y >>> 19)) ^ x;
  x = (x + y) | 0;
  y = ((y << 15) | (y >>> 17)) ^ x;
  x = (x + y) | 0;
  y = ((y << 26) | (y >>> 6)) ^ x;
  x = (x + y) | 0;
  y = ((y << 6) | (y >>> 26)) ^ x;
  x = (x + k0) | 0;
  y = (y + k1 + 3) | 0;
  x = (x + y) | 0;
  y = ((y << 17) | (y >>> 15)) ^ x;
  OUT[0] = x;
  OUT[1] = y;
}

/** Both output words of Threefry2x32-13, for tests against Random123's published vectors. */
export function threefry2x32(key: readonly [number, number], counter: readonly [number, number]) {
  threefry13(key[0] | 0, key[1] | 0, counter[0] | 0, counter[1] | 0);
  return [OUT[0], OUT[1]] as const;
}

const UNIT = 1 / 0x1_0000_0000;

/** Seeds of a run's chance: its own, and those by which is drawn from later ticks on, ascending. */
export interface Chance {
  readonly seed: number;
  readonly later: readonly { readonly tick: number; readonly seed: number }[];
}

/** The stream of one (seed, domain). Counter = (entity, tick × 256 + purpose); purpose is 0 to 255. */
export class Random {
  readonly #seed: number;
  readonly #domain: number;
  readonly #later: Chance['later'];
  /** The first tick of another seed. */
  readonly #until: number;

  /** @param chance a seed, or several if it changes at some tick */
  constructor(chance: number | Chance, domain: number) {
    const { seed, later } = typeof chance === 'number' ? { seed: chance, later: [] } : chance;
    this.#seed = seed | 0;
    this.#domain = domain | 0;
    this.#later = later;
    this.#until = later[0]?.tick ?? Number.POSITIVE_INFINITY;
  }

  /** A uint32. @param now tick of the draw, if the counter has another number in its place */
  bits(entity: number, tick: number, purpose: number, now = tick): number {
    const seed = now < this.#until ? this.#seed : this.#seedAt(now);
    threefry13(seed, this.#domain, entity | 0, (tick * 256 + purpose) | 0);
    return OUT[0];
  }

  /** In [0, 1), with 32 bits. @param now tick of the draw, if the counter has another number in its place */
  unit(entity: number, tick: number, purpose: number, now = tick): number {
    const seed = now < this.#until ? this.#seed : this.#seedAt(now);
    threefry13(seed, this.#domain, entity | 0, (tick * 256 + purpose) | 0);
    return OUT[0] * UNIT;
  }

  #seedAt(tick: number): number {
    return (this.#later.findLast(one => one.tick <= tick)?.seed ?? this.#seed) | 0;
  }

  /** The second word of the last draw, in [0, 1): a second number at no cost. */
  second(): number {
    return OUT[1] * UNIT;
  }
}
