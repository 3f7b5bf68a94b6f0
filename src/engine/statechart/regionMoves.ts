/** Maximum number of agents with individual places, each a dot; above that, only the number in each state is known. */
export const MAX_DOTS = 2000;

/** In place of a leaf: the region sleeps. */
export const ASLEEP = 0xffff;

/** Moves of agents between the states of a region, one entry a region that a transition moves, in the log's order. */
export interface RegionMoves {
  readonly tick: Int32Array;
  readonly agent: Uint32Array;
  readonly region: Uint16Array;
  /** The entered state; ASLEEP if the region sleeps from then on. */
  readonly leaf: Uint16Array;
  /** Number of the transition in the chart. */
  readonly transition: Uint16Array;
}
