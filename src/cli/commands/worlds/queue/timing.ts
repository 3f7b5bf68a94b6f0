import { setImmediate } from 'node:timers/promises';
import type { Job } from '../../../../engine/worlds/plan.ts';
import { createOrderPlayer, type WorldsOrder } from '../order.ts';

/** Milliseconds after which a world has taken long enough to know; and until which others follow the first, which is slower. */
const LONG = 4_000;
const SHORT = 500;
/** Most worlds that are timed. */
const MOST = 10;

/** Seconds that a world takes here: the mean of some after the first, or those after which none has ended. */
export async function measureWorldSeconds(
  order: WorldsOrder,
  jobs: readonly Job[],
  signal: AbortSignal,
): Promise<number> {
  const begun = performance.now();
  const since = () => performance.now() - begun;
  const enough = new Error('timed');
  const rest = async () => {
    await setImmediate();
    if (signal.aborted || since() > LONG) throw enough;
  };
  const player = createOrderPlayer(order, { rest });
  const ends: number[] = [];
  try {
    for (const job of jobs.slice(0, MOST)) {
      await player.play(job);
      ends.push(since());
      if (since() > SHORT) break;
    }
  } catch (error) {
    if (error !== enough) throw error;
  }
  const [first = LONG, last = first] = [ends[0], ends.at(-1)];
  const mean = ends.length > 1 ? (last - first) / (ends.length - 1) : first;
  return Math.max(mean, 1) / 1000;
}
