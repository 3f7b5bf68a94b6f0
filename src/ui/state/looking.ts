import type { Tick } from '../../engine/core/indices';

/** What is looked at in a run. */
export interface Looking {
  /** Null: its last round. */
  readonly at: Tick | null;
  /** Selected agents. */
  readonly agents: readonly number[];
  /** Beginning of the hash that the run had when its address was copied; null: not told. */
  readonly hash: string | null;
  /** Conditions at which playing pauses, those that are on. */
  readonly pauses: readonly string[];
  /** What is not drawn of a discovered chart, as the address has it; null: as much as usual. */
  readonly rare: string | null;
  /** Whether colours tell groups of the network; null: they tell states. */
  readonly colour: 'group' | null;
}
