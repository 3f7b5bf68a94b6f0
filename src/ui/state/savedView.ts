import type { PageState } from './pageState.ts';

/** Parts of the page's state that are restored as they were. */
const RESTORED_STATE_PARTS = [
  'panel',
  'draft',
  'models',
  'selection',
  'pinned',
  'sort',
  'sortState',
  'scale',
  'following',
  'speed',
  'corner',
  'exported',
  'mixed',
  'heldBefore',
  'replayed',
] as const satisfies readonly (keyof PageState)[];

/** Those parts of the state. */
export type SavedView = Pick<PageState, (typeof RESTORED_STATE_PARTS)[number]>;

/** The part of the page's state that is restored with its run. */
export function selectSavedView(state: PageState): SavedView {
  const view = Object.fromEntries(RESTORED_STATE_PARTS.map(name => [name, state[name]])) as SavedView;
  return { ...view, selection: { ...view.selection, hover: null } };
}
