import { getCurrentPlugin } from '../model/registered.ts';
import type { PageState } from '../state/pageState.ts';
import type { Viewpoint } from '../state/viewpoint.ts';
import { getPastTick } from '../state/viewState.ts';

/** Most agents that an address names. */
const MAX_AGENTS_IN_ADDRESS = 20;

/**
 * The viewed state for an address; many agents are those of a state, which it would take too long to name.
 * @param hash expected hash of the run; null: left out
 */
export const collectLooking = (
  state: Pick<PageState, 'run' | 'selection' | 'head' | 'pauses' | 'rare' | 'view' | 'colour'>,
  hash: string | null = null,
): Viewpoint => ({
  at: getPastTick(state),
  agents: state.selection.agents.length > MAX_AGENTS_IN_ADDRESS ? [] : state.selection.agents,
  hash,
  rare: state.rare,
  view: state.view,
  show: formatOwnChoice(state),
  colour: state.run?.info.networkGroups && state.colour === 'group' ? 'group' : null,
  pauses: state.pauses.filter(({ isOn }) => isOn).map(({ text }) => text),
});

/** The user's choice among the model's own things, as the address has it; null for none. */
export const formatOwnChoice = (state: Pick<PageState, 'run' | 'selection'>): string | null =>
  (state.selection.own && getCurrentPlugin(state).formatShown?.(state.selection.own)) ?? null;
