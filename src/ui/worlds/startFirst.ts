import * as Comlink from 'comlink';
import { filterRemainingJobs, generatePlanJobs } from '../../engine/worlds/plan.ts';
import type { World } from '../../engine/worlds/world.ts';
import type { RunInfo } from '../../workers/protocol/api.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import type { Worlds } from '../state/worldsState.ts';
import { FIRST } from './courses.ts';

/**
 * Most agents times ticks, warm-up among them, of a world that the engine plays at once: some 60 ms. A world of Congress × 100
 * rounds has 76,000 and takes 30 ms where others have been played before.
 */
const MOST = 150_000;
/** Most agents: the engine is held up by a tick of theirs, which models with texts to write take longest for. */
const MOST_AGENTS = 2000;

/**
 * Has the engine play the worlds whose range is drawn first, as its code has run already; those that it does not tell others play.
 * @param engine null for none @returns null where it has none to play, or would be missed beside the open run
 */
export function playFirstWorldBy(
  engine: Pick<RemoteEngine, 'playFirst' | 'stopFirst'> | null,
  { plan, baseArm, played }: Pick<Worlds, 'plan' | 'baseArm' | 'played'>,
  { config }: Pick<RunInfo, 'config'>,
) {
  const ticks = plan.rounds + config.warmUp;
  const drawn = played.filter(({ arm }) => arm === baseArm);
  if (engine === null || drawn.length >= FIRST) return null;
  if (config.agents > MOST_AGENTS || config.agents * ticks > MOST) return null;
  const first = generatePlanJobs({ ...plan, worlds: Math.min(FIRST, plan.worlds) });
  const jobs = filterRemainingJobs(first, played).filter(({ arm }) => arm === baseArm);
  if (jobs.length === 0) return null;
  return {
    jobs,
    /** @returns stops */
    play(tell: (world: World) => void, over: () => void): () => void {
      let isOver = false;
      const end = () => {
        isOver = true;
        over();
      };
      engine.playFirst(plan, jobs, Comlink.proxy(tell)).then(end, end);
      return () => {
        // Whoever asks for others later must not be stopped.
        if (!isOver) void engine.stopFirst().catch(() => undefined);
        isOver = true;
      };
    },
  };
}
