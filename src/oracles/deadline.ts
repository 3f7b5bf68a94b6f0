import type { Answer } from '../engine/oracle.ts';
import { follow, timeout } from './aborting.ts';
import type { AskModel } from './ask.ts';
import type { Environment } from './environment.ts';

/** Milliseconds by which a timer must be late to show that the machine slept. */
const SLEPT = 5_000;

type Clock = Pick<Environment, 'now' | 'wait'>;

/**
 * Limits the time from the first dispatch to the last byte; a call that takes longer is aborted and late.
 * Waiting in a queue does not count, and after a sleep of the machine the time starts again.
 * @param seconds read at each dispatch; null for no limit.
 */
export function deadline(inner: AskModel, clock: Clock, seconds: () => number | null): AskModel {
  return call =>
    new Promise((resolve, reject) => {
      const request = follow(call.signal);
      const timer = follow(call.signal);
      const begun: { at: number | null } = { at: null };
      const dispatched = () => {
        call.dispatched();
        if (begun.at !== null) return;
        begun.at = clock.now();
        const limit = seconds();
        if (limit === null) return;
        passed(clock, limit * 1000, timer.signal).then(
          () => {
            resolve(late(clock.now() - begun.at!));
            request.abort(timeout());
          },
          () => {},
        );
      };
      inner({ question: call.question, signal: request.signal, dispatched })
        .then(resolve, reject)
        .finally(() => {
          timer.abort();
          timer.release();
          request.release();
        });
    });
}

const late = (milliseconds: number): Answer => ({ kind: 'late', evidence: { milliseconds } });

/** Resolves when so many milliseconds have passed with the machine awake; rejects when aborted. */
async function passed(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const start = clock.now();
    await clock.wait(milliseconds, signal);
    if (clock.now() - start - milliseconds <= SLEPT) return;
  }
}
