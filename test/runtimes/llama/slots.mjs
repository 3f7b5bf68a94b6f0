import { Refusal } from './refusal.mjs';

/**
 * The context's sequences, each lent to one request at a time; those that find none wait in order, at most
 * `maxQueue` of them. Lends the free one that shares the longest beginning with the tokens.
 */
export class Slots {
  #free;
  #count;
  #waiting = [];
  #maxQueue;

  constructor(sequences, maxQueue) {
    this.#free = [...sequences];
    this.#count = sequences.length;
    this.#maxQueue = maxQueue;
  }

  get busy() {
    return this.#count - this.#free.length;
  }

  get waiting() {
    return this.#waiting.length;
  }

  /** Refused with 503 when the queue is full, with 499 when the signal aborts while waiting. */
  take(tokens, signal) {
    if (signal.aborted) return Promise.reject(new Refusal(499, 'request canceled'));
    if (this.#free.length > 0) return Promise.resolve(this.#closest(tokens));
    if (this.#waiting.length >= this.#maxQueue) {
      const busy = 'server busy, please try again.  maximum pending requests exceeded';
      return Promise.reject(new Refusal(503, busy));
    }
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#waiting = this.#waiting.filter(other => other !== waiter);
        reject(new Refusal(499, 'request canceled'));
      };
      const waiter = sequence => {
        signal.removeEventListener('abort', cancel);
        resolve(sequence);
      };
      this.#waiting.push(waiter);
      signal.addEventListener('abort', cancel, { once: true });
    });
  }

  give(sequence) {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(sequence);
    else next(sequence);
  }

  #closest(tokens) {
    const shared = this.#free.map(sequence => sequence.compareContextTokens(tokens).firstDifferentIndex);
    return this.#free.splice(shared.indexOf(Math.max(...shared)), 1)[0];
  }
}
