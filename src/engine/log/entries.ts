/** Bytes of a UTF-16 unit in UTF-8, at most. */
const MOST_BYTES = 3;
const encoder = new TextEncoder();

/**
 * What is said and made in a tick, as the bytes that are hashed: a number as a little-endian uint32, a text
 * as its length in bytes followed by the text in UTF-8. Neither a field's kind nor an entry's length is in it, so
 * all entries of a model must have one shape; then no two different lists of them read alike.
 */
export class Entries {
  count = 0;
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** @param fields whole numbers from 0 to 2³² − 1, and texts. Half a surrogate pair has no UTF-8: it reads as U+FFFD. */
  add(fields: readonly (number | string)[]): void {
    this.count++;
    for (const field of fields) {
      if (typeof field === 'string') this.#text(field);
      else this.#number(field);
    }
  }

  /** All so far; void after the next `add`. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.count = 0;
    this.#length = 0;
  }

  #number(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.#length, value, true);
    this.#length += 4;
  }

  #text(text: string): void {
    this.#reserve(4 + text.length * MOST_BYTES);
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(this.#length + 4));
    this.#number(written);
    this.#length += written;
  }

  #reserve(more: number): void {
    const length = this.#length + more;
    if (length <= this.#bytes.length) return;
    const wider = new Uint8Array(Math.max(length, this.#bytes.length * 2));
    wider.set(this.#bytes);
    this.#bytes = wider;
    this.#view = new DataView(wider.buffer);
  }
}
