import type { Tick } from '../../../../engine/core/indices.ts';
import type { Change, Intervention } from '../../../../engine/setup/config.ts';
import { usePage } from '../../../hooks/hooks.ts';
import { getViewedTick, type ViewState } from '../../../state/viewState.ts';

/** Something that is done to the society from a tick on. */
export const createIntervention = (tick: Tick, name: string, ...on: string[]): Intervention => ({
  kind: 'intervention',
  tick,
  name,
  on,
});

const NO_CHANGES: readonly Change[] = [];

/** All that is done to the society of the run on the screen. */
export const useInterventions = (): readonly Intervention[] =>
  usePage(({ run }) => run?.setup.changes ?? NO_CHANGES).filter(change => change.kind === 'intervention');

/** The tick after the one that is shown: the first in which a change can hold. */
export const getNextTick = (state: ViewState): Tick => Math.max(0, getViewedTick(state)) + 1;
