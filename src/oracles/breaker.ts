import type { Answer } from '../engine/oracle.ts';
import { follow } from './aborting.ts';
import type { Ask, Call, Reply } from './ask.ts';

const FAILURES = 5;

/** Gives up on a round after some failures in a row, so that a dead server does not cost a timeout for each agent. */
export class Breaker {
  readonly #place: string;
  readonly #most: number;
  readonly #cuts = new Set<() => void>();
  #inRow = 0;
  #trouble: string | null = null;
  #reason: string | null = null;

  /** @param place where the questions are asked, for the user. @param most failures in a row that break it. */
  constructor(place: string, most = FAILURES) {
    this.#place = place;
    this.#most = most;
  }

  /** One line for the user while it is broken. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** A round's asking starts. */
  begin(): void {
    if (this.#trouble === null) return;
    this.#trouble = null;
    this.#reason = null;
    this.#inRow = 0;
  }

  around(inner: Ask): Ask {
    return call => {
      if (this.#reason !== null) return Promise.resolve(notAsked(this.#reason));
      return this.#watched(inner, call);
    };
  }

  #watched(inner: Ask, call: Call): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const own = follow(call.signal);
      const cut = () => {
        resolve(notAsked(this.#reason ?? ''));
        own.abort();
      };
      this.#cuts.add(cut);
      inner({ question: call.question, signal: own.signal, dispatched: () => call.dispatched() })
        .then(reply => {
          this.#cuts.delete(cut);
          resolve(reply);
          if (!own.signal.aborted) this.#count(reply);
        }, reject)
        .finally(() => {
          this.#cuts.delete(cut);
          own.release();
        });
    });
  }

  #count(reply: Reply): void {
    if (reply.kind === 'late' || reply.kind === 'spent') return;
    this.#inRow = reply.kind === 'unusable' ? this.#inRow + 1 : 0;
    if (reply.kind === 'unusable' && this.#inRow === this.#most) this.#break(reply.reason);
  }

  /** What waits or is under way is not worth waiting for. */
  #break(reason: string): void {
    this.#reason = reason;
    this.#trouble = `${this.#most} questions in a row failed at ${this.#place}: ${reason}; the round was finished with fallbacks`;
    for (const cut of this.#cuts) cut();
    this.#cuts.clear();
  }
}

const notAsked = (reason: string): Answer => ({ kind: 'unusable', reason: `not asked: ${reason}` });
