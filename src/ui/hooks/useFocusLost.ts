import { type RefObject, useEffect } from 'react';

/** The last focused element. */
let last: Element | null = null;

/** True if the focused element is gone, so that the keyboard would begin at the top of the page again. */
const isFocusLost = (): boolean =>
  document.activeElement === document.body && last !== null && !last.isConnected;

const findChartsElement = (): HTMLElement | null => document.getElementById('views');

/** Focuses the charts whenever a control that was pressed goes with what it stood in. */
function keepFocus(): void {
  last = document.activeElement;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null;
  });
  // Its replacement comes first.
  const look = () =>
    setTimeout(() => isFocusLost() && findChartsElement()?.focus({ preventScroll: true }), 100);
  for (const sign of ['click', 'keyup']) document.addEventListener(sign, look);
}

/** Focuses a view that replaces the button which was pressed for it. @param content changes if buttons in it go */
export function useFocusLost(view: RefObject<HTMLElement | null>, content: unknown = null): void {
  useEffect(() => {
    // It may come late.
    if (isFocusLost() || (last !== null && last === findChartsElement()))
      view.current?.focus({ preventScroll: true });
  }, [view, content]);
}

keepFocus();
