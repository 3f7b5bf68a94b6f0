import type { Files } from '../../engine/files/namedFile.ts';
import { generatePlanJobs, type Job, type Plan } from '../../engine/worlds/worldPlan.ts';
import { type First, type Heard, WorldPool } from './worldPool.ts';

/** Most workers; beyond them the page's own engine would wait for its turn. */
const MOST_WORKERS = 8;
/** Maximum number of agents in all workers' runs together, which memory has room for in addition to the open run. */
const MAX_WORKER_AGENTS = 100_000;
/** Milliseconds for which workers wait for worlds that somebody is about to ask for. */
const WAIT = 20_000;
/** Most worlds that are played before somebody asks for them, enough for the first band, and rounds of their agents in all. */
const AHEAD = 20;
const AHEAD_ROUNDS = 1_000_000;

const getAppRootUrl = (): string => new URL('..', document.baseURI).href;

/** Workers that play what somebody is about to ask for. */
let waiting: WorldPool | null = null;

/** Most workers for runs of so many agents. */
const computeWorkerLimit = (agents: number): number =>
  Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency, Math.floor(MAX_WORKER_AGENTS / agents)));

/**
 * Starts workers for worlds that somebody is about to ask for, and has them play the first: what runs for the first time is slow.
 * @param first plays some of them meanwhile
 */
export function prepareWorldWorkers(
  plan: Plan,
  files: Files,
  agents: number,
  first: First | null,
  root = getAppRootUrl(),
): void {
  if (waiting !== null) return;
  const pool = new WorldPool(computeWorkerLimit(agents), { files, root });
  waiting = pool;
  // The next request for worlds starts new workers, which report the problem.
  const letGo = () => {
    if (waiting !== pool) return;
    waiting = null;
    pool.end();
  };
  const worlds = Math.max(1, Math.min(AHEAD, Math.floor(AHEAD_ROUNDS / (agents * plan.rounds))));
  const jobs = [{ arm: 0, world: 0 }, ...generatePlanJobs({ ...plan, worlds })];
  pool.play(plan, jobs, { played: () => {}, ended: () => {}, failed: letGo }, first);
  setTimeout(letGo, WAIT);
}

/**
 * Plays worlds of a plan in workers of their own, in addition to the engine of the page.
 * @param agents of each of them
 * @param first plays some of them in the meantime
 * @param root URL of the folder of bundled files
 * @returns a function that stops at once
 */
export function startWorldWorkers(
  plan: Plan,
  files: Files,
  jobs: readonly Job[],
  heard: Heard,
  agents: number,
  first: First | null,
  root = getAppRootUrl(),
): () => void {
  const ready = waiting;
  waiting = null;
  const pool =
    ready?.isOf(plan) === true
      ? ready
      : new WorldPool(Math.min(computeWorkerLimit(agents), jobs.length), { files, root });
  if (pool !== ready) ready?.end();
  const told: Heard = {
    played: heard.played,
    ended() {
      pool.end();
      heard.ended();
    },
    failed(error) {
      pool.end();
      heard.failed(error);
    },
  };
  pool.play(plan, jobs, told, first);
  return () => pool.end();
}
