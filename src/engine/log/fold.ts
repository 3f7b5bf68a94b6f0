import { findFirstAtLeast } from '../core/findFirstAtLeast.ts';
import type { Tick } from '../core/indices.ts';

/** Every agent's state after a tick, and the tick of its last transition. */
export interface StateColumns {
  /** State numbers. */
  readonly state: Uint16Array;
  /** Tick of the last transition; the tick before the warm-up if there was none yet. */
  readonly since: Int32Array;
}

/** One agent's transitions, oldest first, as columns of equal length. */
export interface AgentHistory {
  readonly tick: number[];
  /** State entered. */
  readonly state: number[];
  /** 0 for none, else a model's own reference + 1. */
  readonly context: number[];
}

/**
 * Applies a log row to the columns; every reader of the log uses it.
 * @param targets target state of each transition
 */
export function applyLogRow(
  { state, since }: StateColumns,
  targets: Uint16Array,
  tick: Tick,
  agent: number,
  transition: number,
): void {
  state[agent] = targets[transition];
  since[agent] = tick;
}

/** Applies a log row to its agent's history. */
export function applyHistoryRow(
  { tick: ticks, state, context: contexts }: AgentHistory,
  targets: Uint16Array,
  tick: Tick,
  transition: number,
  context: number,
): void {
  ticks.push(tick);
  state.push(targets[transition]);
  contexts.push(context);
}

/** Place of the last of ascending ticks that is not after another; −1 for none. */
export const findLastMove = (ticks: ArrayLike<number>, tick: Tick): number =>
  findFirstAtLeast(ticks.length, Math.floor(tick) + 1, place => ticks[place]) - 1;
