import * as Comlink from 'comlink';
import type { World } from '../../engine/worlds/worldCourse.ts';
import { filterRemainingJobs, generatePlanJobs } from '../../engine/worlds/worldPlan.ts';
import type { RunInfo } from '../../workers/protocol/api.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import type { Worlds } from '../state/worldsState.ts';
import { MIN_RANGE_WORLDS } from './courses.ts';

/**
 * Maximum agents times ticks, including the warm-up, of a world that the engine plays at once: some 60 ms. A world of
 * Congress × 100 rounds has 76,000 and takes 30 ms if others have been played before.
 */
const MAX_FIRST_WORLD_SIZE = 150_000;
/** Most agents: the engine is blocked for one of their ticks, which takes longest in models that write texts. */
const MAX_FIRST_WORLD_AGENTS = 2000;

/**
 * Has the engine play the worlds whose range is drawn first, because its code is warm; the workers play the others.
 * @param engine null for none
 * @returns null if it has none to play, or would be missed by the open run
 */
export function playFirstWorldBy(
  engine: Pick<RemoteEngine, 'playFirst' | 'stopFirst'> | null,
  { plan, baseArm, played }: Pick<Worlds, 'plan' | 'baseArm' | 'played'>,
  { config }: Pick<RunInfo, 'config'>,
) {
  const ticks = plan.rounds + config.warmUp;
  const drawn = played.filter(({ arm }) => arm === baseArm);
  if (engine === null || drawn.length >= MIN_RANGE_WORLDS) return null;
  if (config.agents > MAX_FIRST_WORLD_AGENTS || config.agents * ticks > MAX_FIRST_WORLD_SIZE) return null;
  const first = generatePlanJobs({ ...plan, worlds: Math.min(MIN_RANGE_WORLDS, plan.worlds) });
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
        // A later request must not be stopped.
        if (!isOver) void engine.stopFirst().catch(() => undefined);
        isOver = true;
      };
    },
  };
}
