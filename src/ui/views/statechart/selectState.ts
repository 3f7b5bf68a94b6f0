import { releaseModelSelection } from '../../model/releaseModelSelection.ts';
import type { PageStore } from '../../state/pageState.ts';
import { getViewedAgents } from '../../state/viewState.ts';

/** Selects the agents that are in a state at the round that is looked at; again: nobody. */
export function selectState(store: PageStore, position: number): void {
  const state = store.getState();
  const society = getViewedAgents(state);
  if (!society) return;
  if (state.selection.state === position) {
    state.select({ state: null, agents: [] });
    return;
  }
  const members = [];
  for (let agent = 0; agent < society.state.length; agent++)
    if (society.state[agent] === position) members.push(agent);
  state.select({ state: position, agents: members, own: releaseModelSelection(state) });
}
