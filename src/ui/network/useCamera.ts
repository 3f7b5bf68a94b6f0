import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Camera, panCamera, revealPoint, WHOLE, zoomCamera } from '../charts/network/networkSheet.ts';
import { attachDragging, isPageScroll } from '../controls/chart/attachDragging.ts';

/** A factor for each press of a key, and for each pixel of the wheel; pixels of a key that moves. */
const ZOOM_STEP = 1.25;
const WHEEL = 0.003;
const MOVE = 60;

interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

/** Pan and zoom commands for a drawing on its sheet. */
export interface CameraHold {
  readonly camera: Camera;
  /** Moves or zooms by one of the page's letters. @returns whether it was one */
  pressed(letter: string): boolean;
  /** Brings a point of the drawing onto the sheet. */
  show(point: readonly [number, number]): void;
  whole(): void;
  by(factor: number): void;
  /** True if the pointer has just dragged, so that its click has no other meaning. */
  hasDragged(): boolean;
}

/**
 * A drawing that the wheel zooms about the pointer and a drag moves, within the element around `mark`.
 * @param inset of the sheet within that element, pixels from its left
 * @param onDrag called when a drag begins
 */
export function useCamera(
  mark: RefObject<HTMLElement | null>,
  inset: number,
  sheet: CanvasSize,
  onDrag: () => void,
): CameraHold {
  const [camera, setCamera] = useState(WHOLE);
  const dragged = useRef(false);
  const latest = useRef(sheet);
  latest.current = sheet;
  const begins = useRef(onDrag);
  begins.current = onDrag;
  useEffect(() => {
    const element = mark.current?.parentElement;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      if (isPageScroll(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const { left, top } = element.getBoundingClientRect();
      const at = [event.clientX - left - inset, event.clientY - top] as const;
      const [dx, dy] = event.shiftKey ? [event.deltaY || event.deltaX, 0] : [event.deltaX, event.deltaY];
      if (Math.abs(dx) > Math.abs(dy)) setCamera(one => panCamera(one, -dx, 0, latest.current));
      else setCamera(one => zoomCamera(one, Math.exp(-dy * WHEEL), at, latest.current));
    };
    const ends = attachDragging(element, dragged, {
      begins: () => begins.current(),
      moves: (dx, dy) => setCamera(one => panCamera(one, dx, dy, latest.current)),
    });
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', wheel);
      ends();
    };
  }, [mark, inset]);
  const by = (factor: number) =>
    setCamera(one =>
      zoomCamera(one, factor, [latest.current.width / 2, latest.current.height / 2], latest.current),
    );
  const move = (dx: number) => setCamera(one => panCamera(one, dx, 0, latest.current));
  const whole = () => setCamera(WHOLE);
  const letters: Readonly<Record<string, () => void>> = {
    w: () => by(ZOOM_STEP),
    s: () => by(1 / ZOOM_STEP),
    a: () => move(MOVE),
    d: () => move(-MOVE),
    f: whole,
  };
  return {
    camera,
    pressed(letter) {
      const act = letters[letter.toLowerCase()];
      act?.();
      return act !== undefined;
    },
    show: point => setCamera(one => revealPoint(one, point, latest.current)),
    whole,
    by,
    hasDragged: () => dragged.current,
  };
}
