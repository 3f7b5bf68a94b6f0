import { useEffect } from 'react';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import type { Intent } from '../../state/pageState.ts';

/** Carries out, once, the action intended before the page was reloaded. */
export function useIntent(goOn: (intent: Intent) => void): void {
  const store = usePageStore();
  const intent = usePage(state => state.intent);
  useEffect(() => {
    if (intent === null) return;
    store.getState().learn({ intent: null });
    goOn(intent);
  });
}
