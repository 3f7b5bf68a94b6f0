import type { Tick } from '../../engine/indices.ts';
import type { ShownAgents } from '../run/population.ts';
import type { PageState } from './pageState.ts';

/** The round that the views show: the cursor's, or the head's. */
export const shownTick = (state: Pick<PageState, 'selection' | 'head'>): Tick =>
  state.selection.cursor ?? state.head;

/** The round that read-outs follow: the pointer's first. */
export function readTick(state: PageState): Tick {
  const hover = state.selection.hover;
  return hover && hover.kind !== 'agent' ? Math.min(hover.tick, state.head) : shownTick(state);
}

/** All agents at the round that the views show; null until they are there. */
export function shownSociety(state: PageState): ShownAgents | null {
  if (state.selection.cursor === null || state.selection.cursor === state.head) return state.society;
  return state.past?.tick === state.selection.cursor ? state.past : null;
}
