import type { Answer } from '../../../engine/oracle/oracle.ts';
import type { AskModel } from '../ask.ts';
import type { Environment } from '../environment.ts';

/** Milliseconds by which a timer must be late to show that the machine slept. */
const SLEPT = 5_000;

type Clock = Pick<Environment, 'now' | 'wait'>;

/** Calls that were sent and have not come back. */
export class Waits {
  readonly #clock: Pick<Environment, 'now'>;
  readonly #begun = new Set<{ readonly at: number }>();

  constructor(clock: Pick<Environment, 'now'>) {
    this.#clock = clock;
  }

  /** Milliseconds since the first of them was sent; null while there is none. */
  get longest(): number | null {
    const [first] = this.#begun;
    return first === undefined ? null : this.#clock.now() - first.at;
  }

  /** @returns what to call when the call has come back */
  begin(at: number): () => void {
    const wait = { at };
    this.#begun.add(wait);
    return () => this.#begun.delete(wait);
  }
}

/**
 * Limits the time from the first dispatch to the last byte; a call that takes longer is aborted and late. Waiting in a
 * queue does not count, and after a sleep of the machine the time starts again.
 * @param seconds read at each dispatch; null for no limit.
 * @param waits called for each call
 */
export function withCallDeadline(
  inner: AskModel,
  clock: Clock,
  seconds: () => number | null,
  waits = new Waits(clock),
): AskModel {
  return call =>
    new Promise((resolve, reject) => {
      const request = followAbortSignal(call.signal);
      const timer = followAbortSignal(call.signal);
      const begun: { at: number | null; end: () => void } = { at: null, end: () => {} };
      const dispatched = () => {
        call.dispatched();
        if (begun.at !== null) return;
        begun.at = clock.now();
        begun.end = waits.begin(begun.at);
        const limit = seconds();
        if (limit === null) return;
        waitAwakeMilliseconds(clock, limit * 1000, timer.signal).then(
          () => {
            begun.end();
            resolve(createLateAnswer(clock.now() - begun.at!));
            request.abort(createTimeoutReason());
          },
          () => {},
        );
      };
      inner({ question: call.question, signal: request.signal, dispatched })
        .then(resolve, reject)
        .finally(() => {
          begun.end();
          timer.abort();
          timer.release();
          request.release();
        });
    });
}

const createLateAnswer = (milliseconds: number): Answer => ({ kind: 'late', evidence: { milliseconds } });

/** Resolves when so many milliseconds have passed with the machine awake; rejects when aborted. */
async function waitAwakeMilliseconds(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const start = clock.now();
    await clock.wait(milliseconds, signal);
    if (clock.now() - start - milliseconds <= SLEPT) return;
  }
}

/** `promise`, or a rejection as soon as `signal` is aborted; its later result is dropped. */
export function raceWithAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

interface Follower {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** Stops following the signal. */
  release(): void;
}

/** A signal of its own that is aborted together with another. */
export function followAbortSignal(signal: AbortSignal): Follower {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    abort: reason => controller.abort(reason),
    release: () => signal.removeEventListener('abort', abort),
  };
}

/** The reason for aborting a request that took too long. */
export const createTimeoutReason = (): DOMException => new DOMException('no answer in time', 'TimeoutError');

/** True if a request was aborted for taking too long. */
export const isTimeoutReason = (reason: unknown): boolean =>
  reason instanceof DOMException && reason.name === 'TimeoutError';
