import { setImmediate } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { InputError } from '../../../engine/core/errors.ts';
import type { Job } from '../../../engine/worlds/worldPlan.ts';
import { createRowPlayer, type PlayedWorld, type WorldsOrder } from './order.ts';
import type { Played } from './playJobsInSequence.ts';

/** Receiver of results, which may end the play. */
export interface Hearing {
  /** Ends the playing between two worlds of each thread. */
  readonly signal: AbortSignal;
  /** The next worlds of a thread wait until it is over. */
  played(worlds: readonly PlayedWorld[]): void | Promise<void>;
}

/** Player and receiver of results. */
interface PoolPlaying extends Hearing {
  /** Threads; 1 plays in this one. */
  readonly cores: number;
}

/** Most worlds that go to a thread at once, so that an interruption is not long in coming. */
const MAX_WORLDS_AT_ONCE = 20;

/** Threads that play worlds of one order. */
export class WorldThreads {
  readonly #pool: Piscina<readonly Job[], Played>;

  constructor(order: WorldsOrder, threads: number) {
    this.#pool = new Piscina({
      filename: new URL('./worldsWorker.js', import.meta.url).href,
      workerData: order,
      minThreads: threads,
      maxThreads: threads,
    });
  }

  /** Plays jobs one after the other, in one thread. @throws InputError */
  async play(jobs: readonly Job[]): Promise<readonly PlayedWorld[]> {
    const result = await this.#pool.run(jobs);
    if (result.kind === 'refused') throw new InputError(result.message);
    return result.worlds;
  }

  end = (): Promise<void> => this.#pool.destroy();
}

/** Plays all jobs on all cores and reports each result as it comes. @throws InputError */
export async function playJobsOnCores(
  order: WorldsOrder,
  jobs: readonly Job[],
  playing: PoolPlaying,
): Promise<void> {
  if (jobs.length === 0) return;
  if (playing.cores === 1) return playJobsInProcess(order, jobs, playing);
  const { cores, signal, played } = playing;
  const threads = Math.min(cores, jobs.length);
  const pool = new WorldThreads(order, threads);
  const chunk = Math.max(1, Math.min(MAX_WORLDS_AT_ONCE, Math.floor(jobs.length / (threads * 8))));
  let next = 0;
  const pull = async () => {
    while (next < jobs.length && !signal.aborted) {
      const part = jobs.slice(next, next + chunk);
      next += part.length;
      await played(await pool.play(part));
    }
  };
  try {
    await Promise.all(Array.from({ length: threads }, pull));
  } finally {
    await pool.end();
  }
}

async function playJobsInProcess(
  order: WorldsOrder,
  jobs: readonly Job[],
  { signal, played }: PoolPlaying,
): Promise<void> {
  const player = createRowPlayer(order);
  for (const job of jobs) {
    if (signal.aborted) return;
    await played([await player.play(job)]);
    // Signals are heard.
    await setImmediate();
  }
}
