import type { RefObject } from 'react';

/** Pixels that a pointer goes before it drags. */
const DRAG = 4;

/**
 * Lets the pointer drag what an element shows; the click that ends a drag means nothing.
 * @param dragged true while the pointer drags, and after it until it is down again
 * @returns what ends it
 */
export function attachDragging(
  element: HTMLElement,
  dragged: RefObject<boolean>,
  { begins, moves }: { readonly begins: () => void; readonly moves: (dx: number, dy: number) => void },
): () => void {
  let from: { readonly x: number; readonly y: number; readonly id: number } | null = null;
  const down = (event: PointerEvent) => {
    dragged.current = false;
    const isControl = event.target instanceof Element && event.target.closest('button') !== null;
    if (event.button === 0 && !isControl) from = { x: event.clientX, y: event.clientY, id: event.pointerId };
  };
  const drag = (event: PointerEvent) => {
    if (!from || event.pointerId !== from.id) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!dragged.current && Math.hypot(dx, dy) < DRAG) return;
    if (!dragged.current) {
      element.setPointerCapture(event.pointerId);
      begins();
    }
    dragged.current = true;
    from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    // No pointing during a drag.
    event.stopPropagation();
    moves(dx, dy);
  };
  const up = () => {
    from = null;
  };
  // The end of a drag is not a choice.
  const click = (event: MouseEvent) => {
    if (dragged.current) event.stopPropagation();
  };
  element.addEventListener('click', click);
  const listeners = [
    ['pointerdown', down],
    ['pointermove', drag],
    ['pointerup', up],
    ['pointercancel', up],
  ] as const;
  for (const [name, heard] of listeners) element.addEventListener(name, heard);
  return () => {
    element.removeEventListener('click', click);
    for (const [name, heard] of listeners) element.removeEventListener(name, heard);
  };
}

/** A plain turn of the wheel scrolls a page that is longer than its window. */
export const isPageScroll = ({ ctrlKey, metaKey, shiftKey }: WheelEvent): boolean => {
  const { scrollHeight, clientHeight } = document.documentElement;
  return !ctrlKey && !metaKey && !shiftKey && scrollHeight > clientHeight + 1;
};
