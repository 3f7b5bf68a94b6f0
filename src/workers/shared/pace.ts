/** Longest time that the worker keeps to itself before messages are read, in milliseconds. */
const SLICE = 12;
/** Milliseconds of a gap (a sleeping machine) after which lost ticks are not made up for. */
const MAX_PACE_GAP_MS = 1000;

/** @returns a function that lets waiting messages through when a slice is over, and says whether it did. */
export function createTimeSlicer(): () => Promise<boolean> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE) return false;
    await waitForMacrotask();
    since = performance.now();
    return true;
  };
}

/** A message to oneself comes after those that wait already; unlike a timer it is never throttled. */
function waitForMacrotask(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Resolves after the given milliseconds, or at once when `signal` is aborted. */
export function waitMilliseconds(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}

/** Keeps ticks at a rate on average; 0 a second means no limit. */
export class Pace {
  readonly #interval: number;
  #due = 0;

  constructor(ticksPerSecond: number) {
    this.#interval = ticksPerSecond > 0 ? 1000 / ticksPerSecond : 0;
  }

  restart(): void {
    this.#due = performance.now() + this.#interval;
  }

  /** Milliseconds to wait before the next tick, after one was played. */
  untilNext(): number {
    if (this.#interval === 0) return 0;
    const now = performance.now();
    const pause = this.#due - now;
    this.#due = (pause < -MAX_PACE_GAP_MS ? now : this.#due) + this.#interval;
    return Math.max(0, pause);
  }
}
