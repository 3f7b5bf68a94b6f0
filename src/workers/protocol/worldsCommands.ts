import type { Tick } from '../../engine/core/indices.ts';
import type { World } from '../../engine/worlds/worldCourse.ts';
import type { Job, Plan } from '../../engine/worlds/worldPlan.ts';
import type { AskedSoFar } from '../../oracles/worlds/countAskedQuestions.ts';

/** Requests of worlds to a language model, all of them together. */
export interface WorldsAsked {
  readonly questions: number;
  readonly calls: number;
  readonly tokens: number;
  /** Questions that were answered by answers paid for before. */
  readonly reused: number;
  /** Questions whose answers are not the model’s own: unusable, or late. */
  readonly notOwn: number;
  readonly perSecond: number;
  /** The world that is being played, and its last round; null between two. */
  readonly at: (Job & { readonly tick: Tick }) | null;
}

/** Hears of worlds as they are played; of the asking also between them. What it returns is awaited before the playing is over. */
export type TellWorlds = (worlds: readonly World[], asked: WorldsAsked) => unknown;

/** Hears of a world as soon as it has been played. */
export type TellFirst = (world: World) => unknown;

/** Commands for worlds that are played at once next to the open run, while the workers that play all others start. */
export interface FirstWorldsCommands {
  /**
   * Plays worlds that the policy decides, one after the other. Resolves when they have been reported, without any if
   * the open run has other files than the plan's; rejects at `stopFirst`, at a later `playFirst`, for unplayable jobs,
   * and for a world so slow that it would hold up that run.
   */
  playFirst(plan: Plan, jobs: readonly Job[], tell: TellFirst): Promise<void>;
  stopFirst(): Promise<void>;
}

/** Commands for worlds of the open run that its language model decides. They are played one after the other. */
export interface WorldsCommands {
  /** Asks nothing. */
  askedSoFar(): Promise<AskedSoFar>;
  /**
   * Plays worlds, by the model or the policy as their set-ups say; world 0 is taken from the open run. Resolves when
   * all have been played, or at `stopAsking`. Rejects if the model cannot continue: an unfinished world is left out,
   * but its answers are stored.
   */
  askWorlds(plan: Plan, jobs: readonly Job[], tell: TellWorlds): Promise<void>;
  stopAsking(): Promise<void>;
}
