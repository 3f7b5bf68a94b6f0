import type { Answer } from '../engine/oracle.ts';
import { follow } from './aborting.ts';
import type { AskModel, Call, Reply } from './ask.ts';

const FAILURES = 5;
/** A model that talks past the question is no dead server; but somebody should look. */
const MISSES = 25;
/** A server that never answers in time would hold each round up for as many deadlines as it has questions. */
const LATE = 12;

type Miss = 'failed' | 'said' | 'late';
const NONE: Readonly<Record<Miss, number>> = { failed: 0, said: 0, late: 0 };
const WORDS: Readonly<Record<Miss, string>> = {
  failed: 'questions in a row failed',
  said: 'answers in a row could not be used',
  late: 'answers in a row were late',
};

/** Gives up on a round after some failures in a row, so that a dead server does not cost a timeout for each agent. */
export class Breaker {
  readonly #place: string;
  readonly #most: Readonly<Record<Miss, number>>;
  readonly #cuts = new Set<() => void>();
  #inRow = { ...NONE };
  #trouble: string | null = null;
  #reason: string | null = null;

  /**
   * @param place where the questions are asked, for the user.
   * @param failed questions in a row to which nothing came that break it.
   * @param said answers in a row that could not be used that break it.
   * @param late answers in a row that came too late that break it.
   */
  constructor(place: string, failed = FAILURES, said = MISSES, late = LATE) {
    this.#place = place;
    this.#most = { failed, said, late };
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
    this.#inRow = { ...NONE };
  }

  around(inner: AskModel): AskModel {
    return call => {
      if (this.#reason !== null) return Promise.resolve(notAsked(this.#reason));
      return this.#watched(inner, call);
    };
  }

  #watched(inner: AskModel, call: Call): Promise<Reply> {
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
    if (reply.kind === 'spent') return;
    const miss = missOf(reply);
    if (miss === null) this.#inRow = { ...NONE };
    else if (++this.#inRow[miss] === this.#most[miss])
      this.#break(miss, reply.kind === 'unusable' ? reply.reason : 'late');
  }

  /** What waits or is under way is not worth waiting for. */
  #break(miss: Miss, reason: string): void {
    this.#reason = reason;
    const why = miss === 'late' ? '' : `: ${reason}`;
    this.#trouble = `${this.#most[miss]} ${WORDS[miss]} at ${this.#place}${why}; the round was finished with fallbacks`;
    for (const cut of this.#cuts) cut();
    this.#cuts.clear();
  }
}

function missOf(reply: Reply): Miss | null {
  if (reply.kind === 'late') return 'late';
  if (reply.kind !== 'unusable') return null;
  return reply.said === true ? 'said' : 'failed';
}

const notAsked = (reason: string): Answer => ({ kind: 'unusable', reason: `not asked: ${reason}` });
