import { getKeyTargetIndex } from '../controls/chart/getKeyTargetIndex.ts';
import { releaseModelSelection } from '../model/releaseModelSelection.ts';
import type { PageStore } from '../state/pageState.ts';
import { getInspectedAgent } from '../state/selection.ts';
import type { CameraHold } from './useCamera.ts';

interface Parts {
  readonly store: PageStore;
  readonly hold: CameraHold;
  /** Everybody who is drawn, in the order in which keys lead through them. */
  order(): readonly number[];
  /** Where an agent is drawn while all of the network is on the sheet; null for nowhere. */
  placeOf(agent: number): readonly [number, number] | null;
}

/** Agents that Page keys pass over. */
const PAGE = 10;

/** How somebody is pointed at and chosen on a network, by pointer and keys; each says whether the view alone took it. */
export function createNetworkChooser({ store, hold, order, placeOf }: Parts) {
  const point = (agent: number | null): boolean => {
    const { selection, select } = store.getState();
    const { hover } = selection;
    if (agent === null ? hover !== null : hover?.kind !== 'agent' || hover.agent !== agent)
      select({ hover: agent === null ? null : { kind: 'agent', agent } });
    return true;
  };
  const choose = (agent: number | null): boolean => {
    const state = store.getState();
    if (agent !== null && !hold.hasDragged())
      state.select({ agents: [agent], state: null, own: releaseModelSelection(state) });
    return true;
  };
  const pressed = (key: string): boolean => {
    const { selection, letterKeys } = store.getState();
    const { hover } = selection;
    if (key === 'Enter' && hover?.kind === 'agent') return choose(hover.agent);
    if (letterKeys && hold.pressed(key)) return true;
    const agents = order();
    const at = hover?.kind === 'agent' ? hover.agent : getInspectedAgent(selection);
    const next = getKeyTargetIndex(key, at === null ? -1 : agents.indexOf(at), agents.length, PAGE);
    const agent = next === null ? undefined : agents[next];
    if (agent === undefined) return false;
    const place = placeOf(agent);
    if (place) hold.show(place);
    return point(agent);
  };
  return { point, choose, pressed };
}
