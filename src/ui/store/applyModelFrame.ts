import type { ModelFrame } from '../../engine/model/frame.ts';
import { getCurrentPlugin } from '../model/registered.ts';
import type { PageState, PageStore } from '../state/pageState.ts';
import type { Selection } from '../state/selection.ts';
import { isLookingBack } from '../state/viewState.ts';

/** A frame's news for the views of its model. */
export function applyModelFrame(state: PageState, frame: ModelFrame): Partial<PageState> {
  const { name, afterFrame: taken } = getCurrentPlugin(state);
  if (frame.kind !== name) return {};
  const modelParts = { ...state.modelParts, [name]: taken(state.modelParts[name] ?? null, frame) };
  const focus = (frame.focus ?? -1) >= 0 ? { focus: frame.focus! } : {};
  return { modelParts, ...focus, selection: settleSelection({ ...state, ...focus, modelParts }) };
}

/** The page's state as of the run's last round, whatever is looked at: for what may be done next. */
export function getStateAtHead(state: PageState): PageState {
  if (!isLookingBack(state) || state.headFrame === null) return state;
  const here = { ...state, selection: { ...state.selection, cursor: null } };
  return { ...here, ...applyModelFrame(here, state.headFrame) };
}

/** Has the models' views show the head's frame again once the page no longer looks back. */
export function returnViewsToHead(store: PageStore): void {
  store.subscribe((now, then) => {
    if (now.run !== then.run || !isLookingBack(then) || isLookingBack(now)) return;
    store.setState({ asOf: null, ...(now.headFrame && applyModelFrame(now, now.headFrame)) });
  });
}

/** The selection with what the model's plugin chooses by itself, now that something is known or seen. */
export function settleSelection(state: PageState): Selection {
  const { selection } = state;
  const own = getCurrentPlugin(state).settle?.(state) ?? selection.own;
  return own === selection.own ? selection : { ...selection, own };
}
