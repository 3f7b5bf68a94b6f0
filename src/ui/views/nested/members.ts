import type { ChartOutline } from '../../../engine/statechart/outline.ts';
import { lettingGo } from '../../models/lettingGo.ts';
import type { PageState, PageStore } from '../../store/pageState.ts';
import { shownSociety } from '../../store/shown.ts';
import { selectState } from '../selectState.ts';

/** States of a chart with hierarchy that stand in another, itself among them. */
function statesIn({ states }: ChartOutline, state: number): ReadonlySet<number> {
  const within = new Set([state]);
  for (const [i, { parent }] of states.entries()) if (within.has(parent)) within.add(i);
  return within;
}

/** Agents that are in a state at whatever level; null where it is not known of each. */
function membersOf(page: PageState, state: number): number[] | null {
  const society = shownSociety(page);
  const chart = page.run?.info.chart;
  if (!society || !chart?.outline) return null;
  const within = statesIn(chart.outline, state);
  const members: number[] = [];
  const agents = society.state.length;
  if (society.places) {
    const { leaf } = society.places;
    for (let agent = 0; agent < agents; agent++)
      for (let place = agent; place < leaf.length; place += agents)
        if (within.has(leaf[place])) {
          members.push(agent);
          break;
        }
    return members;
  }
  const { states } = chart.outline;
  const leaves = [...within].filter(one => states[one].kind === 'atomic' || states[one].kind === 'final');
  if (leaves.some(one => states[one].region !== chart.region?.shown)) return null;
  const positions = new Set(leaves.map(one => chart.states.indexOf(states[one].id)));
  for (let agent = 0; agent < agents; agent++) if (positions.has(society.state[agent])) members.push(agent);
  return members;
}

/** Position of a state among those of the region that is shown; −1 for none. */
export const positionOf = ({ run }: Pick<PageState, 'run'>, state: number): number => {
  const outlined = run?.info.chart.outline?.states[state];
  return outlined?.region === run?.info.chart.region?.shown
    ? (run?.info.chart.states.indexOf(outlined?.id ?? '') ?? -1)
    : -1;
};

/** Selects the agents that are in a state at the tick that is looked at. @returns them; null for none */
export function selectIn(store: PageStore, state: number): readonly number[] | null {
  const page = store.getState();
  const position = positionOf(page, state);
  if (position >= 0) {
    selectState(store, position);
    return null;
  }
  const agents = membersOf(page, state);
  if (!agents) return null;
  page.select({ state: null, agents, own: lettingGo(page) });
  return store.getState().selection.agents;
}
