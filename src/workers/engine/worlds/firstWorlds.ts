import * as Comlink from 'comlink';
import type { World } from '../../../engine/worlds/worldCourse.ts';
import { computeFilesDigest, type Job, type Plan } from '../../../engine/worlds/worldPlan.ts';
import { WorldPlayer } from '../../../engine/worlds/worldPlayer.ts';
import type { FirstWorldsCommands, TellFirst } from '../../protocol/worldsCommands.ts';
import { listWorldBuffers } from '../../shared/listWorldBuffers.ts';
import { OneAtATime } from '../../shared/oneAtATime.ts';
import { createTimeSlicer } from '../../shared/pace.ts';
import type { OpenSession, SessionHost } from '../opened.ts';

/**
 * Most milliseconds that a world may take of the engine's time: an agent of some models takes a thousand times as long as one
 * of others. A machine that has other work makes a short world seem a few times as long.
 */
const MAX_FIRST_WORLD_MS = 2_000;

/** The first worlds of a plan, played with the warm code and inputs of the open run. */
export class FirstWorlds implements FirstWorldsCommands {
  readonly #session: OpenSession;
  readonly #bundled: SessionHost['bundled'];
  readonly #work = new OneAtATime();

  constructor(session: OpenSession, bundled: SessionHost['bundled']) {
    this.#session = session;
    this.#bundled = bundled;
  }

  async playFirst(plan: Plan, jobs: readonly Job[], tell: TellFirst): Promise<void> {
    const signal = this.#work.begin();
    const { loaded } = this.#session.room.opened();
    // Another run may have been opened meanwhile.
    if (computeFilesDigest(loaded.files) !== plan.files) return;
    const breath = createTimeSlicer();
    let own = 0;
    let since = performance.now();
    const rest = async () => {
      // A run that the policy decides does not look at the signal.
      signal.throwIfAborted();
      own += performance.now() - since;
      if (own > MAX_FIRST_WORLD_MS) throw new Error('these worlds take too long while a run is open');
      await breath();
      since = performance.now();
    };
    const player = new WorldPlayer(
      plan,
      // The page has taken such a run.
      { files: loaded.files, bundled: this.#bundled, isLarge: true },
      { hasCourse: true, signal, rest, loaded },
    );
    for (const job of jobs) {
      own = 0;
      since = performance.now();
      await tell(transferWorldBuffers(await player.play(job)));
    }
  }

  async stopFirst(): Promise<void> {
    this.#work.end();
  }
}

const transferWorldBuffers = (world: World): World => Comlink.transfer(world, listWorldBuffers([world]));
