import type { Tick } from '../../engine/core/indices.ts';
import type { ShownAgents } from '../run/shownAgents.ts';
import type { PageState } from './pageState.ts';

/** State that determines the viewed round. */
export type ViewState = Pick<PageState, 'selection' | 'head'>;

/** The round that the views show: the cursor's, or the head's. */
export const getViewedTick = (state: ViewState): Tick => state.selection.cursor ?? state.head;

/** The round at which two runs are compared: the one that the views show, or the last one that both have. */
export const getComparedTick = (state: ViewState & Pick<PageState, 'pair'>): Tick =>
  Math.min(getViewedTick(state), state.head, state.pair?.run.columns.head ?? state.head);

/** First and last tick of a stretch of time. */
export type TickSpan = readonly [first: Tick, last: Tick];

/** The rounds of which the views count what happened: those that are brushed, or the one that is shown. */
export const getCountedSpan = (state: ViewState): TickSpan =>
  state.selection.range ?? [getViewedTick(state), getViewedTick(state)];

/** The earlier round that the page shows; null while it shows the present one. */
export const getPastTick = ({ selection: { cursor }, head }: ViewState): Tick | null =>
  cursor === head ? null : cursor;

/** True if the page shows another round than the present one. */
export const isLookingBack = (state: ViewState): boolean => getPastTick(state) !== null;

type ViewedState = ViewState & Pick<PageState, 'asOf' | 'hash' | 'totals'>;

/** The run's own values at the viewed round; null until they are known. */
export function getViewedTotals(state: ViewedState): Pick<PageState, 'hash' | 'totals'> | null {
  const past = getPastTick(state);
  if (past === null) return state;
  return state.asOf?.tick === past ? state.asOf : null;
}

/** The round under the pointer, unless it is the viewed one: it is named, and nothing else follows it. */
export function getPointedTick(state: ViewState): Tick | null {
  const { hover } = state.selection;
  if (hover === null || hover.kind === 'agent') return null;
  const tick = Math.min(hover.tick, state.head);
  return tick === getViewedTick(state) ? null : tick;
}

/** All agents at the round that the views show; null until they are there. */
export function getViewedAgents(state: PageState): ShownAgents | null {
  const past = getPastTick(state);
  if (past === null) return state.society;
  return state.past?.tick === past ? state.past : null;
}
