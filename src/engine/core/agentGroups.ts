import type { Tick } from './indices.ts';

/** A division of the agents that lists can be sorted by. */
export interface Groups {
  /** Singular noun for a group: "archetype". */
  readonly label: string;
  readonly names: readonly string[];
  /** Index into `names` of the group of nodes without a value; absent if there is none. */
  readonly none?: number;
  /** Per agent at the beginning, an index into `names`. */
  readonly of: Uint8Array;
  /** Regrouping by changes of the run, by tick; absent for none. */
  readonly later?: readonly Regrouped[];
}

/** An agent that is of another group from a tick on. */
export interface Regrouped {
  readonly tick: Tick;
  readonly agent: number;
  /** Index into the names of the groups. */
  readonly group: number;
}
