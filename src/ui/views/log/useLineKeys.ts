import { useEffect, useRef } from 'react';
import { usePageStore } from '../../hooks/hooks.ts';
import { isKeyTaken } from '../../hooks/keys.ts';

/** J and K move to the next line and the one before, independent of the focus. */
export function useLineKeys(move: (by: number) => void): void {
  const store = usePageStore();
  const latest = useRef(move);
  latest.current = move;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      const by = { j: 1, k: -1 }[key];
      const isOther = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
      if (by === undefined || isOther || !store.getState().letterKeys || isKeyTaken(event)) return;
      event.preventDefault();
      latest.current(by);
    };
    // Before the page's own keys.
    document.addEventListener('keydown', pressed, true);
    return () => document.removeEventListener('keydown', pressed, true);
  }, [store]);
}
