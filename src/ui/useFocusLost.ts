import { type RefObject, useEffect } from 'react';

/** What had the focus last. */
let last: Element | null = null;
let isWatching = false;

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null;
  });
}

/** Whether what had the focus is gone, so that the keyboard would begin at the top of the page again. */
const isLost = (): boolean => document.activeElement === document.body && last !== null && !last.isConnected;

/** Focuses the charts where a button that was pressed has gone with what it stood in. */
export function focusIfLost(): void {
  requestAnimationFrame(() => {
    if (isLost()) document.getElementById('views')?.focus({ preventScroll: true });
  });
}

/** Focuses a view that takes the place of the button which was pressed for it. @param content changes where buttons in it go */
export function useFocusLost(view: RefObject<HTMLElement | null>, content: unknown = null): void {
  useEffect(() => {
    watch();
    if (isLost()) view.current?.focus({ preventScroll: true });
  }, [view, content]);
}
