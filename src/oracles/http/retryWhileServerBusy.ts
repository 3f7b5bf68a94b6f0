import type { Environment } from '../client/environment.ts';
import { ServerFailure } from '../client/failure.ts';
import { isTransientFailure } from '../client/limits/withCallRetries.ts';

/** Milliseconds before the second try; the pause doubles. */
const PAUSE = 400;
const LONGEST_PAUSE = 8_000;

/** Whether a server answers that it has no time now, or not yet. */
export const isServerBusy = ({ kind, status }: ServerFailure): boolean =>
  kind === 'status' && (status === 429 || status === 503);

/**
 * Does again what may pass: a few times where a server fails; where it is busy, when it asks to be asked again, as
 * long as there is time. @throws ServerFailure the last one
 */
export async function retryWhileServerBusy<Result>(
  work: () => Promise<Result>,
  environment: Pick<Environment, 'now' | 'wait'>,
  most: number,
  { signal, until }: { readonly signal: AbortSignal; readonly until: number },
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ServerFailure) || !isTransientFailure(error)) throw error;
      if (!isServerBusy(error) && tries >= most) throw error;
      const pause = error.retryAfter ?? Math.min(LONGEST_PAUSE, PAUSE * 2 ** (tries - 1));
      if (environment.now() + pause >= until) throw error;
      await environment.wait(pause, signal);
    }
  }
}
