import type { Job } from '../../../engine/worlds/plan.ts';
import type { World } from '../../../engine/worlds/world.ts';
import { Interrupt } from '../../output/interrupt.ts';
import { StoppedEarly } from '../run.ts';
import type { WorldsOrder } from './order.ts';
import { type Hearing, playJobsOnCores } from './pool.ts';
import type { AskedQueue } from './queue/address.ts';

/** Who plays worlds. */
export interface Players {
  play(jobs: readonly Job[], hearing: Hearing): Promise<void>;
  /** What is to be done once the worlds are kept, all of them or not. */
  end?(isWhole: boolean): Promise<void>;
}

/** So many of this machine's threads, or the workers of a queue. @throws Error for a queue that does not answer */
export async function createJobPlayers(
  order: WorldsOrder,
  by: number | AskedQueue,
  say: (line: string) => void,
): Promise<Players> {
  if (typeof by === 'number')
    return { play: (jobs, hearing) => playJobsOnCores(order, jobs, { ...hearing, cores: by }) };
  const { QueueLead } = await import('./queue/lead.ts');
  return QueueLead.open(by, order, say);
}

/** Plays jobs and adds what they come to. @returns why it ended before the last; null where it did not */
export async function playJobsUntilFailure(
  players: Players,
  jobs: readonly Job[],
  worlds: World[],
  say: (line: string) => void,
): Promise<Error | null> {
  const interrupt = new Interrupt();
  const { signal } = interrupt;
  let done = 0;
  const played = (some: readonly World[]) => {
    worlds.push(...some);
    done += some.length;
    say(`\rworld ${done} of ${jobs.length}`);
  };
  try {
    await players.play(jobs, { signal, played });
    return done === jobs.length
      ? null
      : new StoppedEarly(`interrupted after ${done} of ${jobs.length} worlds; the same command goes on`);
  } catch (error) {
    if (done === 0 || !(error instanceof Error)) throw error;
    return error;
  } finally {
    interrupt.dispose();
    say('\n');
  }
}
