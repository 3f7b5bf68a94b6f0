import { useEffect, useRef } from 'react';
import { usePageStore } from '../../hooks/hooks.ts';
import { isKeyTaken } from '../../hooks/keys.ts';

/**
 * Keys without a modifier, independent of the focus, unless something is typed, a dialog is open, or single keys are switched off.
 * @param findAct finds the act of a key; null leaves the key to others
 */
export function useSingleKeys(findAct: (key: string) => (() => void) | null): void {
  const store = usePageStore();
  const find = useRef(findAct);
  find.current = findAct;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isOther = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      const act = isOther ? null : find.current(event.key);
      if (act === null || !store.getState().letterKeys || (isKeyTaken(event) && !isSlider(event.target)))
        return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [store]);
}

/** True for a control outside of a dialog that moves by arrows alone: it has no use for letters and digits. */
const isSlider = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'range' && target.closest('dialog') === null;
