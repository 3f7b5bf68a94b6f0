import { workerData } from 'node:worker_threads';
import { InputError } from '../../../engine/core/errors.ts';
import type { Job } from '../../../engine/worlds/worldPlan.ts';
import { createRowPlayer, type PlayedWorld, type WorldsOrder } from './order.ts';

/** A worker's result for some jobs: the user's errors are plain data, since classes do not survive the transfer. */
export type Played =
  | { readonly kind: 'played'; readonly worlds: readonly PlayedWorld[] }
  | { readonly kind: 'refused'; readonly message: string };

const player = createRowPlayer(workerData as WorldsOrder);

/** Plays jobs one after the other. */
export default async function playJobsInSequence(jobs: readonly Job[]): Promise<Played> {
  try {
    const worlds: PlayedWorld[] = [];
    for (const job of jobs) worlds.push(await player.play(job));
    return { kind: 'played', worlds };
  } catch (error) {
    if (error instanceof InputError) return { kind: 'refused', message: error.message };
    throw error;
  }
}
