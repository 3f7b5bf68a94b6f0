import { sha256 } from '#sha256';
import { decodeHex, encodeHex } from '../core/hashing/hex.ts';

/**
 * SHA-256 chained tick by tick: h[t] = SHA-256(h[t−1], rows of t). It starts from the digest of a set-up; without one,
 * as documents of version 2 and a chart by itself have it, from 32 zero bytes.
 */
export class HashChain {
  #last = new Uint8Array(32);
  #lastFromZeros: Uint8Array | null = null;
  #hasBegun = false;

  /** The hash after the last tick, 64 hexadecimal digits. */
  get hash(): string {
    return encodeHex(this.#last);
  }

  /** The same from 32 zero bytes; null unless it is kept. */
  get hashFromZeros(): string | null {
    return this.#lastFromZeros && encodeHex(this.#lastFromZeros);
  }

  /** Starts from a digest of 32 bytes, before the first tick. */
  startFrom(digest: Uint8Array<ArrayBuffer>): void {
    if (this.#hasBegun) throw new Error('the chain has begun');
    this.#last = digest;
  }

  /** Keeps the hash from 32 zero bytes as well; after the first tick it is too late, and nothing is kept. */
  keepFromZeros(): void {
    if (!this.#hasBegun) this.#lastFromZeros = new Uint8Array(32);
  }

  /** Goes on after a tick of another chain. */
  goOnFrom(hash: string): void {
    this.#hasBegun = true;
    this.#last = decodeHex(hash);
    this.#lastFromZeros = null;
  }

  /** Chains a tick. @param rows its bytes, in parts that follow each other */
  add(...rows: readonly Uint8Array[]): void {
    this.#hasBegun = true;
    this.#last = sha256(this.#last, ...rows);
    if (this.#lastFromZeros !== null) this.#lastFromZeros = sha256(this.#lastFromZeros, ...rows);
  }
}
