import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** A timer due within this time belongs to what the page is doing; a later one waits for a reason of its own. */
const SOON_MS = 50;
/** Turns in a row without anything due: a rendering may ask the engine, whose answer may render again. */
const QUIET_TURNS = 3;

const { setTimeout: startTimer, setImmediate: runAfterTurn } = globalThis;

/** The time at which each waiting timer is due, and at which each waiting frame was requested. */
const timers = new Map<unknown, number>();
const frames = new Map<unknown, number>();
const watched = new WeakSet<object>();

/** `start` noting in `due` what it starts, until that runs. */
function watchStart<T extends (...given: never[]) => unknown>(
  start: T,
  due: Map<unknown, number>,
  getDelay: (delay: unknown) => number,
): T {
  if (watched.has(start)) return start;
  const watching = new Proxy(start, {
    apply(target, self, [run, delay, ...given]) {
      const started: unknown = Reflect.apply(target, self, [
        (...values: unknown[]) => {
          due.delete(started);
          return run(...values);
        },
        delay,
        ...given,
      ]);
      due.set(started, performance.now() + getDelay(delay));
      return started;
    },
  });
  watched.add(watching);
  return watching;
}

function watchStop<T extends (...given: never[]) => unknown>(stop: T, due: Map<unknown, number>): T {
  if (watched.has(stop)) return stop;
  const watching = new Proxy(stop, {
    apply(target, self, given) {
      due.delete(given[0]);
      return Reflect.apply(target, self, given);
    },
  });
  watched.add(watching);
  return watching;
}

/** Notes the timers and frames that are started from now on, so that `settlePage` can wait for exactly those. */
export function watchTimers(): void {
  frames.clear();
  globalThis.setTimeout = watchStart(globalThis.setTimeout, timers, delay => Number(delay ?? 0));
  globalThis.clearTimeout = watchStop(globalThis.clearTimeout, timers);
  globalThis.requestAnimationFrame = watchStart(globalThis.requestAnimationFrame, frames, () => 0);
  globalThis.cancelAnimationFrame = watchStop(globalThis.cancelAnimationFrame, frames);
}

/** Milliseconds to the first timer or frame before `end`, or null if none is waiting. */
function computeNextWait(end: number): number | null {
  const due = [...timers.values(), ...frames.values()].filter(time => time <= end);
  return due.length === 0 ? null : Math.max(1, Math.min(...due) - performance.now());
}

/**
 * Waits until the page is at rest: late parts are loaded, answers of the engine rendered, frames drawn, and timers run that are due
 * within `ahead` milliseconds. After it a test may also expect that something has not happened.
 */
export async function settlePage(ahead = SOON_MS): Promise<void> {
  const end = performance.now() + ahead;
  for (let quiet = 0; quiet < QUIET_TURNS; ) {
    const wait = computeNextWait(end);
    quiet = wait === null ? quiet + 1 : 0;
    await act(async () => {
      await vi.dynamicImportSettled();
      await new Promise<void>(resolve => {
        if (wait === null) runAfterTurn(resolve);
        else startTimer(resolve, wait);
      });
    });
  }
}
