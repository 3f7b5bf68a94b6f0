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
