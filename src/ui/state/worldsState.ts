import type { Tick } from '../../engine/core/indices.ts';
import type { OutcomeDefinition } from '../../engine/model/outcomeDefinition.ts';
import type { Setup } from '../../engine/setup/config.ts';
import type { WorldBand } from '../../engine/statistics/quantiles.ts';
import type { World } from '../../engine/worlds/worldCourse.ts';
import type { Job, Plan } from '../../engine/worlds/worldPlan.ts';
import type { AskedSoFar, WorldsAsked } from '../../workers/protocol/api.ts';

/** Requests to a language model for worlds that it decides. */
interface WorldsAsking {
  /** Requests of the run that they are worlds of; null until they are known. */
  readonly soFar: AskedSoFar | null;
  /** Their requests, all of them; null before they are begun. */
  readonly asked: WorldsAsked | null;
}

/** Half the width of a 95 % interval that somebody wants. */
export interface WantedWidth {
  /** Of a share, in percentage points. */
  readonly points: number;
  /** Of any other mean, in percent of it. */
  readonly percent: number;
}

/** A run in many worlds, one of which is on the screen. */
export interface Worlds {
  readonly plan: Plan;
  /** The sweep that was asked for, as it was; empty for none. */
  readonly sweep: readonly string[];
  /** In words, what the run changed that is played without it as well: "Resharing 3 ×"; null for nothing. */
  readonly change: string | null;
  /** The run that they are worlds of, and the arm that has its set-up; −1 for none. */
  readonly base: Setup;
  readonly baseArm: number;
  /** Epoch of the run on the screen, and which of them it is; null for the run that they are worlds of. */
  readonly epoch: number;
  readonly shown: Job | null;
  readonly definitions: readonly OutcomeDefinition[];
  /** Ticks at which their courses are sampled, and the number of states in each row of them. */
  readonly ticks: readonly Tick[];
  readonly states: number;
  /** The state that is not counted among the active, as the view of the states has it; −1 for none. */
  readonly apart: number;
  /** In the order in which they were played. */
  readonly played: readonly World[];
  /** That run, played like the worlds; null if it has not been, or no arm has its set-up. */
  readonly origin: World | null;
  readonly status: 'playing' | 'stopped' | 'done';
  /** Seconds until all are played, as fast as those that have been since it began; null while too few have. */
  readonly left: number | null;
  /** Null if the policy decides in all of them. */
  readonly asking: WorldsAsking | null;
  /**
   * Active agents at each of `ticks`, and the meaning of the bands in words; null without a resting state, or with too
   * few worlds.
   */
  readonly active: { readonly bands: readonly (WorldBand | null)[]; readonly words: string } | null;
  /** Name of the outcome in the headline, whose worlds are drawn one by one. */
  readonly pinned: string;
  /** True if that is drawn over time, in place of the model’s own view. */
  readonly isOver: boolean;
  /** Width of the intervals for which numbers of worlds are proposed. */
  readonly wanted: WantedWidth;
}

/** Other worlds, while there are some. */
export interface WorldsSlice {
  readonly worlds: Worlds | null;
  setWorlds(worlds: Worlds | null): void;
}
