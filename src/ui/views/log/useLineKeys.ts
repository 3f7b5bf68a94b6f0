import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { usePageStore } from '../../hooks.ts';
import { isTaken } from '../../keys.ts';
import { INSPECTOR_ID } from '../Inspector.tsx';

/** J and K, for the next line and the one before, wherever the focus is; I for the inspector, in whose place the log is. */
export function useLineKeys(move: (by: number) => void): void {
  const store = usePageStore();
  const latest = useRef(move);
  latest.current = move;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      const by = { j: 1, k: -1, i: 0 }[key];
      const isOther = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
      if (by === undefined || isOther || !store.getState().letterKeys || isTaken(event)) return;
      event.preventDefault();
      if (by !== 0) return latest.current(by);
      flushSync(() => store.getState().arrange({ isLogged: false }));
      document.getElementById(INSPECTOR_ID)?.focus();
    };
    // Before the page's own keys.
    document.addEventListener('keydown', pressed, true);
    return () => document.removeEventListener('keydown', pressed, true);
  }, [store]);
}
