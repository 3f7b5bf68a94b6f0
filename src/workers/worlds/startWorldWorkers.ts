import * as Comlink from 'comlink';
import type { Files } from '../../engine/files/namedFile.ts';
import type { World } from '../../engine/worlds/worldCourse.ts';
import { filterRemainingJobs, generatePlanJobs, type Job, type Plan } from '../../engine/worlds/worldPlan.ts';
import { startWorker } from '../shared/startWorker.ts';
import type { WorldsApi } from './worlds.worker.ts';
import worldsUrl from './worlds.worker.ts?worker&url';

/** Most workers; beyond them the page's own engine would wait for its turn. */
const MAX_WORKERS = 8;
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
  Math.max(1, Math.min(MAX_WORKERS, navigator.hardwareConcurrency, Math.floor(MAX_WORKER_AGENTS / agents)));

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
  const report: Heard = {
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
  pool.play(plan, jobs, report, first);
  return () => pool.end();
}

/** Receiver of worlds as they are played. */
interface Heard {
  played(worlds: readonly World[]): void;
  /** All have been played. */
  ended(): void;
  /** Nothing more will come. */
  failed(error: unknown): void;
}

/** Somebody else who plays some of a pool's first worlds while its workers start. */
export interface First {
  readonly jobs: readonly Job[];
  /**
   * Plays them, or as many as it can: the workers play the others.
   * @param over called at its end
   * @returns a function that stops
   */
  play(tell: (world: World) => void, over: () => void): () => void;
}

/** Milliseconds that a worker should take for what it gets at once: often enough to watch, seldom enough to be fast. */
const BATCH_MS = 120;
const MAX_WORLDS_AT_ONCE = 16;

/** Sources of the worlds' inputs. */
interface WorldSources {
  readonly files: Files;
  /** URL of the folder of what comes with Statescope. */
  readonly root: string;
}

/** Workers that play worlds of one plan. What is played before somebody asks for it is there when it is asked for. */
export class WorldPool {
  /** Most workers. */
  readonly #most: number;
  readonly #workers: Worker[] = [];
  readonly #sources: WorldSources;
  #plan: Plan | null = null;
  #heard: Heard | null = null;
  /** Jobs that are to be reported. */
  #asked: ReadonlySet<string> = new Set();
  /** Jobs that are still to be given out. */
  #jobs: Job[] = [];
  /** By place. */
  readonly #played = new Map<string, World>();
  /** Jobs that the workers have been given. */
  readonly #given: Job[] = [];
  /** Jobs that somebody else plays meanwhile. */
  #lent: readonly Job[] = [];
  #stopFirst: () => void = () => {};
  /** Workers that have nothing to do. */
  #idle: (() => void)[] = [];
  #underWay = 0;
  #isOver = false;

  constructor(workers: number, sources: WorldSources) {
    this.#most = workers;
    this.#sources = sources;
  }

  /** True if it plays worlds of that plan, of any number. */
  isOf(plan: Plan): boolean {
    return this.#plan !== null && getPlanKey(this.#plan) === getPlanKey(plan);
  }

  /**
   * Plays jobs, all of one plan; finished ones are reported at once.
   * @param first called once, when the pool gets its plan
   */
  play(plan: Plan, jobs: readonly Job[], heard: Heard, first: First | null = null): void {
    const isFirst = this.#plan === null;
    this.#plan = plan;
    this.#heard = heard;
    if (isFirst && first !== null) {
      this.#lent = first.jobs;
      const tell = (world: World) => {
        this.#jobs = [...filterRemainingJobs(this.#jobs, [world])];
        this.#receive([world]);
      };
      this.#stopFirst = first.play(tell, () => this.#takeBack(plan));
    }
    const left = filterRemainingJobs(jobs, [...this.#given, ...this.#played.values()]);
    const others = filterRemainingJobs(left, this.#lent);
    // In case that they are not reported.
    this.#jobs = [...others, ...filterRemainingJobs(left, others)];
    this.#asked = new Set(jobs.map(getJobKey));
    this.#tell([...this.#played.values()]);
    // The last worker's core is left to the player of the first worlds.
    if (isFirst) this.#start(plan, first === null ? this.#most : Math.max(1, this.#most - 1));
    for (const wake of this.#idle.splice(0)) wake();
    this.#tellEnd();
  }

  /** Ends the workers; nothing more is reported. */
  end(): void {
    this.#isOver = true;
    this.#stopFirst();
    for (const worker of this.#workers) worker.terminate();
  }

  readonly #fail = (error: unknown): void => {
    if (!this.#isOver) this.#heard?.failed(error);
  };

  /** Starts workers until there are so many. */
  #start(plan: Plan, count: number): void {
    while (!this.#isOver && this.#workers.length < count) {
      const worker = startWorker(worldsUrl, 'worlds');
      worker.onerror = event => {
        // It would be reported as if the page itself had failed.
        event.preventDefault();
        this.#fail(
          new Error(
            event.message.replace(/^Uncaught (\w*Error: )?/, '') || 'the worlds could not be started',
          ),
        );
      };
      this.#workers.push(worker);
      void this.#serve(worker, plan).catch(this.#fail);
    }
  }

  /** Plays first what somebody else has not. */
  #takeBack(plan: Plan): void {
    const others = filterRemainingJobs(this.#jobs, this.#lent);
    this.#jobs = [...filterRemainingJobs(this.#jobs, others), ...others];
    this.#lent = [];
    this.#start(plan, this.#most);
  }

  /** Takes worlds and reports each once, from any player. */
  #receive(worlds: readonly World[]): void {
    if (this.#isOver) return;
    const others = worlds.filter(world => !this.#played.has(getJobKey(world)));
    for (const world of others) this.#played.set(getJobKey(world), world);
    this.#tell(others);
    this.#tellEnd();
  }

  #tell(worlds: readonly World[]): void {
    const asked = worlds.filter(world => this.#asked.has(getJobKey(world)));
    if (asked.length > 0) this.#heard?.played(asked);
  }

  #tellEnd(): void {
    if (!this.#isOver && this.#jobs.length === 0 && this.#underWay === 0) this.#heard?.ended();
  }

  async #serve(worker: Worker, plan: Plan): Promise<void> {
    const api = Comlink.wrap<WorldsApi>(worker);
    await api.open(plan, this.#sources.files, this.#sources.root);
    let atOnce = 1;
    while (!this.#isOver) {
      const part = this.#jobs.splice(0, atOnce);
      if (part.length === 0) {
        await new Promise<void>(resolve => this.#idle.push(resolve));
        continue;
      }
      this.#given.push(...part);
      this.#underWay++;
      const begun = performance.now();
      const worlds = await api.play(part);
      this.#underWay--;
      this.#receive(worlds);
      this.#start(plan, this.#most);
      const each = (performance.now() - begun) / part.length;
      atOnce = Math.max(1, Math.min(MAX_WORLDS_AT_ONCE, Math.floor(BATCH_MS / each)));
    }
  }
}

const getJobKey = ({ arm, world }: Job): string => `${arm} ${world}`;

/** The same for plans that differ in the number of worlds alone. */
const getPlanKey = (plan: Plan): string => JSON.stringify({ ...plan, worlds: 0 });
