import type { PageState, PageStore } from '../state/pageState.ts';

/**
 * The page's state as views see it: while the run is being made again they see what is held of the one before, so that
 * nothing flickers, no focus is lost, and what is pressed acts at once.
 */
export function createViewStore(store: PageStore): PageStore {
  let seen: PageState | null = null;
  let shown = store.getState();
  const getState = (): PageState => {
    const now = store.getState();
    if (now !== seen) [seen, shown] = [now, now.held ? { ...now, ...now.held } : now];
    return shown;
  };
  return {
    ...store,
    getState,
    subscribe(listener) {
      let before = getState();
      return store.subscribe(() => {
        const then = before;
        before = getState();
        listener(before, then);
      });
    },
  };
}
