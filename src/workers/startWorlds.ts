import * as Comlink from 'comlink';
import type { Files } from '../engine/config.ts';
import type { Job, Plan } from '../engine/worlds/plan.ts';
import type { World } from '../engine/worlds/world.ts';
import { startWorker } from './start.ts';
import type { WorldsApi } from './worlds.worker.ts';
import worldsUrl from './worlds.worker.ts?worker&url';

/** Who hears of worlds as they are played. */
interface Heard {
  played(worlds: readonly World[]): void;
  /** All have been played. */
  ended(): void;
  /** Nothing more will come. */
  failed(error: unknown): void;
}

/** Most workers; beyond them the page's own engine would wait for its turn. */
const MOST_WORKERS = 8;
/** Milliseconds that a worker should take for what it gets at once: often enough to watch, seldom enough to be fast. */
const AT_ONCE = 120;
const MOST_AT_ONCE = 16;

const homeUrl = (): string => new URL('.', document.baseURI).href;

/** Milliseconds for which workers wait for worlds that somebody is about to ask for. */
const WAIT = 20_000;

/** Workers that are ready, and have played one world of what is about to be asked for. */
let waiting: Worker[] = [];

/** Agents of all workers' runs together that memory has room for, beside the open run. */
const MOST_AGENTS = 100_000;

/** Most workers for runs of so many agents. */
const most = (agents: number): number =>
  Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency, Math.floor(MOST_AGENTS / agents)));

/** Starts workers for worlds that somebody is about to ask for, and has each play one: what runs for the first time is slow. */
export function readyWorlds(plan: Plan, files: Files, agents: number, root = homeUrl()): void {
  if (waiting.length > 0) return;
  const workers = Array.from({ length: most(agents) }, () => startWorker(worldsUrl, 'worlds'));
  waiting = workers;
  for (const worker of workers) {
    // Whoever asks for worlds starts others, which tell what is wrong.
    worker.onerror = event => {
      event.preventDefault();
      if (waiting === workers) letGo(workers);
    };
    const api = Comlink.wrap<WorldsApi>(worker);
    void api
      .open(plan, files, root)
      .then(() => api.play([{ arm: 0, world: 0 }]))
      .catch(() => undefined);
  }
  setTimeout(() => waiting === workers && letGo(workers), WAIT);
}

function letGo(workers: readonly Worker[]): void {
  waiting = [];
  for (const worker of workers) worker.terminate();
}

/** So many workers, those that are ready first. */
function workersFor(count: number): readonly Worker[] {
  const ready = waiting;
  waiting = [];
  for (const worker of ready.slice(count)) worker.terminate();
  return Array.from({ length: count }, (_, i) => ready[i] ?? startWorker(worldsUrl, 'worlds'));
}

/**
 * Plays worlds of a plan in workers of their own, beside the engine of the page.
 * @param agents of each of them @param root URL of the folder of what comes with Statescope
 * @returns stops at once
 */
export function startWorlds(
  plan: Plan,
  files: Files,
  jobs: readonly Job[],
  heard: Heard,
  agents: number,
  root = homeUrl(),
): () => void {
  const workers = workersFor(Math.min(most(agents), jobs.length));
  let next = 0;
  let isOver = false;
  const stop = () => {
    isOver = true;
    for (const worker of workers) worker.terminate();
  };
  const fail = (error: unknown) => {
    if (isOver) return;
    stop();
    heard.failed(error);
  };
  const playOn = async (worker: Worker) => {
    const api = Comlink.wrap<WorldsApi>(worker);
    await api.open(plan, files, root);
    let atOnce = 1;
    while (next < jobs.length && !isOver) {
      const part = jobs.slice(next, next + atOnce);
      next += part.length;
      const begun = performance.now();
      const worlds = await api.play(part);
      if (isOver) return;
      heard.played(worlds);
      const each = (performance.now() - begun) / part.length;
      atOnce = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(AT_ONCE / each)));
    }
  };
  for (const worker of workers)
    worker.onerror = event => {
      // It would be reported as if the page itself had failed.
      event.preventDefault();
      fail(new Error(event.message || 'the worlds could not be started'));
    };
  void Promise.all(workers.map(playOn)).then(() => {
    if (isOver) return;
    stop();
    heard.ended();
  }, fail);
  return stop;
}
