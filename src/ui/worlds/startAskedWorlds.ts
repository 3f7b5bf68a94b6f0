import * as Comlink from 'comlink';
import type { World } from '../../engine/worlds/worldCourse.ts';
import type { Job, Plan } from '../../engine/worlds/worldPlan.ts';
import type { WorldsAsked } from '../../workers/protocol/api.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';

/** Receiver of worlds that a language model decides. */
interface Heard {
  played(worlds: readonly World[]): void;
  asked(asked: WorldsAsked): void;
  /** All have been played. */
  ended(): void;
  /** Nothing more will come. */
  failed(error: unknown): void;
}

/**
 * Has the engine play worlds of a plan whose language model it asks, one after the other.
 * @returns a function that stops; the current world is then left out
 */
export function startAskedWorlds(
  engine: Pick<RemoteEngine, 'askWorlds' | 'stopAsking'>,
  plan: Plan,
  jobs: readonly Job[],
  heard: Heard,
): () => void {
  let isOver = false;
  const tell = (worlds: readonly World[], asked: WorldsAsked) => {
    if (isOver) return;
    heard.asked(asked);
    if (worlds.length > 0) heard.played(worlds);
  };
  engine.askWorlds(plan, jobs, Comlink.proxy(tell)).then(
    () => {
      if (!isOver) heard.ended();
      isOver = true;
    },
    error => {
      if (!isOver) heard.failed(error);
      isOver = true;
    },
  );
  return () => {
    if (isOver) return;
    isOver = true;
    void engine.stopAsking().catch(() => undefined);
  };
}
