import type { Answer } from '../../../engine/oracle/oracle.ts';
import type { AskModel, Call, Reply } from '../ask.ts';
import { followAbortSignal } from './withCallDeadline.ts';

const MAX_FAILURES_IN_A_ROW = 5;
/**
 * Late answers in a row: such a server would delay each round by as many deadlines as there are questions.
 */
const MAX_LATE_IN_A_ROW = 12;
/** The same for a server from which nothing has come for so many milliseconds. */
const LATE_IN_SILENCE = 2;
const BREAKER_SILENCE_MS = 120_000;

type Miss = 'failed' | 'said' | 'late';
const NO_MISSES: Readonly<Record<Miss, number>> = { failed: 0, said: 0, late: 0 };
const MISS_PHRASES: Readonly<Record<Miss, string>> = {
  failed: 'questions in a row failed',
  said: 'answers in a row could not be used',
  late: 'answers in a row were late',
};

/**
 * Gives up on a round after several failures in a row, so that a dead server does not cost a timeout per
 * agent.
 */
export class Breaker {
  readonly #place: string;
  readonly #unusable: () => number | null;
  readonly #now: () => number;
  readonly #cuts = new Set<() => void>();
  #inRow = { ...NO_MISSES };
  #trouble: string | null = null;
  #reason: string | null = null;
  #miss: Miss | null = null;
  /** When the round began, or something came last. */
  #heard = 0;

  /**
   * @param place name of the endpoint, for the user.
   * @param unusable allowed number of unusable answers in a row, read at each; null: any number
   * @param now milliseconds of a clock
   */
  constructor(place: string, unusable: () => number | null, now: () => number) {
    this.#place = place;
    this.#unusable = unusable;
    this.#now = now;
  }

  /** One line for the user while it is tripped. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** True if the cause is unusable answers, which the user may override. */
  get isUnusable(): boolean {
    return this.#trouble !== null && this.#miss === 'said';
  }

  /** Starts a round. */
  begin(): void {
    this.#heard = this.#now();
    if (this.#trouble === null) return;
    this.#trouble = null;
    this.#reason = null;
    this.#inRow = { ...NO_MISSES };
  }

  around(inner: AskModel): AskModel {
    return call => {
      if (this.#reason !== null) return Promise.resolve(createUnaskedAnswer(this.#reason));
      return this.#watched(inner, call);
    };
  }

  #watched(inner: AskModel, call: Call): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const own = followAbortSignal(call.signal);
      const cut = () => {
        resolve(createUnaskedAnswer(this.#reason ?? ''));
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
    if (reply.kind === 'spent') return;
    const miss = findServerMiss(reply);
    if (miss !== 'late') this.#heard = this.#now();
    if (miss === null) this.#inRow = { ...NO_MISSES };
    else if (++this.#inRow[miss] >= this.#most(miss) && this.#trouble === null)
      this.#break(miss, reply.kind === 'unusable' ? reply.reason : 'late');
  }

  #most(miss: Miss): number {
    if (miss === 'said') return this.#unusable() ?? Number.POSITIVE_INFINITY;
    if (miss === 'failed') return MAX_FAILURES_IN_A_ROW;
    return this.#now() - this.#heard < BREAKER_SILENCE_MS ? MAX_LATE_IN_A_ROW : LATE_IN_SILENCE;
  }

  /** Trips the breaker: pending questions are given up. */
  #break(miss: Miss, reason: string): void {
    this.#reason = reason;
    this.#miss = miss;
    const why = miss === 'late' ? '' : `: ${reason}`;
    this.#trouble = `${this.#inRow[miss]} ${MISS_PHRASES[miss]} at ${this.#place}${why}; the round was finished with fallbacks`;
    for (const cut of this.#cuts) cut();
    this.#cuts.clear();
  }
}

function findServerMiss(reply: Reply): Miss | null {
  if (reply.kind === 'late') return 'late';
  if (reply.kind !== 'unusable') return null;
  return reply.said === true ? 'said' : 'failed';
}

const createUnaskedAnswer = (reason: string): Answer => ({
  kind: 'unusable',
  reason: `not asked: ${reason}`,
});
