import type { Tick } from '../../engine/core/indices';

/** The viewed part of a run. */
export interface Viewpoint {
  /** Null: its last round. */
  readonly at: Tick | null;
  /** Selected agents. */
  readonly agents: readonly number[];
  /** Beginning of the run's hash when its address was copied; null if it is absent. */
  readonly hash: string | null;
  /** Conditions at which playing pauses, those that are on. */
  readonly pauses: readonly string[];
  /** The omitted part of a discovered chart, as in the address; null: the default. */
  readonly rare: string | null;
  /** Content of the model's own views; null: the default. */
  readonly view: string | null;
  /** The user's choice among the model's own things, as its plug-in writes it; null: none. */
  readonly show: string | null;
  /** 'group' if colours show groups of the network; null if they show states. */
  readonly colour: 'group' | null;
}

/** Names in an address of what is looked at. */
export const LOOKING_NAMES = ['at', 'who', 'hash', 'pause', 'rare', 'view', 'show', 'colour'];
