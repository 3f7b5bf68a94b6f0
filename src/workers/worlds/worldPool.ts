import * as Comlink from 'comlink';
import type { Files } from '../../engine/files/namedFile.ts';
import type { World } from '../../engine/worlds/worldCourse.ts';
import { filterRemainingJobs, type Job, type Plan } from '../../engine/worlds/worldPlan.ts';
import { startWorker } from '../shared/startWorker.ts';
import type { WorldsApi } from './worlds.worker.ts';
import worldsUrl from './worlds.worker.ts?worker&url';

/** Receiver of worlds as they are played. */
export interface Heard {
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
const MOST_AT_ONCE = 16;

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
      atOnce = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(BATCH_MS / each)));
    }
  }
}

const getJobKey = ({ arm, world }: Job): string => `${arm} ${world}`;

/** The same for plans that differ in the number of worlds alone. */
const getPlanKey = (plan: Plan): string => JSON.stringify({ ...plan, worlds: 0 });
