import type { Band } from '../charts/distribution.ts';
import type { RunState } from '../state/pageState.ts';
import type { ModelAppearance } from './modelAppearance.ts';

/** Stacks the resting agents with the others, or not. */
export type StatesMode = 'active' | 'all';

/** The state whose agents are in the ribbon; null for none. */
export const findRibbonState = ({ info }: RunState, { states }: ModelAppearance): string | null =>
  states.apart === undefined ? info.chart.initial : states.apart;

/** Bottom to top; states of one family share a label. */
export function buildStateBands(run: RunState, look: ModelAppearance, mode: StatesMode): Band[] {
  const apart = findRibbonState(run, look);
  return run.info.chart.states
    .map((name, state) => ({ state, name, label: look.states.band(name) }))
    .filter(({ name }) => mode === 'all' || name !== apart);
}
