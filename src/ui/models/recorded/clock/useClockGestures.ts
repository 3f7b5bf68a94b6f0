import { type RefObject, useEffect, useRef } from 'react';
import { attachDragging, isPageScroll } from '../../../controls/chart/attachDragging.ts';

/** Effects of pointer and wheel on the lanes. */
interface ClockGestures {
  /** @param x of what keeps its place, pixels from the left edge */
  zoom(factor: number, x: number): void;
  /** Pixels by which what is seen moves to the right and down. */
  move(dx: number, dy: number): void;
}

/** A factor for each pixel of the wheel. */
const WHEEL = 0.003;

/** Zooms by the wheel with Ctrl, scrolls by the wheel, and moves by dragging. */
export function useClockGestures(place: RefObject<HTMLElement | null>, gestures: ClockGestures): void {
  const latest = useRef(gestures);
  latest.current = gestures;
  const dragged = useRef(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const wheel = (event: WheelEvent) => {
      const isZoom = event.ctrlKey || event.metaKey;
      if (!isZoom && isPageScroll(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const x = event.clientX - element.getBoundingClientRect().left;
      const [dx, dy] = event.shiftKey ? [event.deltaY || event.deltaX, 0] : [event.deltaX, event.deltaY];
      if (isZoom) latest.current.zoom(Math.exp(-dy * WHEEL), x);
      else if (Math.abs(dx) > Math.abs(dy)) latest.current.move(-dx, 0);
      else latest.current.move(0, -dy);
    };
    const end = attachDragging(element, dragged, {
      begins: () => undefined,
      moves: (dx, dy) => latest.current.move(dx, dy),
    });
    // React's wheel listener is passive and cannot keep the page from zooming.
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', wheel);
      end();
    };
  }, [place]);
}
