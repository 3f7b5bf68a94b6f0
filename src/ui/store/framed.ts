import type { ModelFrame } from '../../engine/model/frame.ts';
import { pluginNow } from '../model/registered.ts';
import type { PageState, PageStore } from '../state/pageState.ts';
import { looksBack } from '../state/shown.ts';
import { settledSelection } from './settledSelection.ts';

/** A frame's news for the views of its model. */
export function framed(state: PageState, frame: ModelFrame): Partial<PageState> {
  const { name, afterFrame: taken } = pluginNow(state);
  if (frame.kind !== name) return {};
  const modelParts = { ...state.modelParts, [name]: taken(state.modelParts[name] ?? null, frame) };
  const focus = (frame.focus ?? -1) >= 0 ? { focus: frame.focus! } : {};
  return { modelParts, ...focus, selection: settledSelection({ ...state, ...focus, modelParts }) };
}

/** The page's state as of the run's last round, whatever is looked at: for what may be done next. */
export function atHead(state: PageState): PageState {
  if (!looksBack(state) || state.headFrame === null) return state;
  const here = { ...state, selection: { ...state.selection, cursor: null } };
  return { ...here, ...framed(here, state.headFrame) };
}

/** Has the models' views show the head's frame again once the page no longer looks back. */
export function comeBack(store: PageStore): void {
  store.subscribe((now, then) => {
    if (now.run !== then.run || !looksBack(then) || looksBack(now)) return;
    store.setState({ asOf: null, ...(now.headFrame && framed(now, now.headFrame)) });
  });
}
