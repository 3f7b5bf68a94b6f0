import type { ChartOutline } from '../../../../engine/statechart/outline.ts';
import type { Link } from '../../../contract/link.ts';
import { releaseModelSelection } from '../../../model/releaseModelSelection.ts';
import type { PageState, PageStore } from '../../../state/pageState.ts';
import { getViewedAgents, getViewedTick } from '../../../state/shown.ts';
import { selectState } from '../selectState.ts';

/** States of a chart with hierarchy that stand in another, itself among them. */
function collectInnerStates({ states }: ChartOutline, state: number): ReadonlySet<number> {
  const within = new Set([state]);
  for (const [i, { parent }] of states.entries()) if (within.has(parent)) within.add(i);
  return within;
}

/** Agents that are in a state at whatever level; null where that must be asked for. */
function findStateMembers(page: PageState, state: number): number[] | null {
  const society = getViewedAgents(page);
  const outline = page.run?.info.chart.outline;
  if (!society?.places || !outline) return null;
  const within = collectInnerStates(outline, state);
  const { leaf } = society.places;
  const agents = society.state.length;
  const members = new Set<number>();
  for (const [place, one] of leaf.entries()) if (within.has(one)) members.add(place % agents);
  return [...members].sort((a, b) => a - b);
}

/** Position of a state among those of the region that is shown; −1 for none. */
export const getRegionStateIndex = ({ run }: Pick<PageState, 'run'>, state: number): number => {
  const outlined = run?.info.chart.outline?.states[state];
  return outlined?.region === run?.info.chart.region?.shown
    ? (run?.info.chart.states.indexOf(outlined?.id ?? '') ?? -1)
    : -1;
};

/** Selects the agents that are in a state at the tick that is looked at. @returns them; null for none */
export async function selectStateMembers(
  store: PageStore,
  link: Link,
  state: number,
): Promise<readonly number[] | null> {
  const page = store.getState();
  const position = getRegionStateIndex(page, state);
  if (position >= 0) {
    selectState(store, position);
    return null;
  }
  const tick = getViewedTick(page);
  const asked = findStateMembers(page, state) ?? (await link.ask(engine => engine.agentsIn(tick, state)));
  if (!asked || store.getState().run?.info.epoch !== page.run?.info.epoch) return null;
  page.select({ state: null, agents: [...asked], own: releaseModelSelection(page) });
  return store.getState().selection.agents;
}
