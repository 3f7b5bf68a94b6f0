import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import {
  createFittedView,
  createWholeView,
  findCutEdges,
  isDrawingLegible,
  panSheetView,
  type SheetView,
  type WantedBox,
  zoomSheetView,
} from './sheetView.ts';

interface ZoomSize {
  readonly width: number;
  readonly height: number;
}

/** A factor for each press of a key or a button, and for each pixel of the wheel. */
const NESTED_ZOOM_STEP = 1.25;
const WHEEL = 0.004;
/** Pixels that a pointer goes before it drags. */
const DRAG = 4;

/** Zoom and pan commands for a drawing on its sheet. */
export interface Zoom {
  readonly view: SheetView;
  /** The edges of the sheet beyond which there is more of the drawing. */
  readonly cut: ReturnType<typeof findCutEdges>;
  /** Nearer (1) or farther (−1), about the middle. */
  readonly zoom: (steps: 1 | -1) => void;
  /** Restores the initial view; from there, shows all of the drawing. */
  readonly fit: () => void;
  /** True if the pointer has just dragged, so that its click has no other meaning. */
  readonly hasDragged: () => boolean;
}

/**
 * A drawing that fits its sheet until the user zooms (Ctrl and wheel) or drags it.
 * @param wanted boxes with priority if not all of it fits
 */
export function useZoom(
  ref: RefObject<HTMLElement | null>,
  drawing: ZoomSize | null,
  sheet: ZoomSize,
  wanted: readonly WantedBox[],
): Zoom {
  const [own, setOwn] = useState<{ readonly drawing: ZoomSize; readonly view: SheetView } | null>(null);
  const dragged = useRef(false);
  const { width, height } = sheet;
  const usual = useMemo(
    () => (drawing && width > 0 ? createFittedView(drawing, { width, height }, wanted) : NO_VIEW),
    [drawing, width, height, wanted],
  );
  const view = own !== null && own.drawing === drawing ? own.view : usual;
  const latest = useRef({ drawing, sheet, view });
  latest.current = { drawing, sheet, view };
  const change = (next: (view: SheetView, drawing: ZoomSize, sheet: ZoomSize) => SheetView) => {
    const now = latest.current;
    if (!now.drawing) return;
    const changed = next(now.view, now.drawing, now.sheet);
    latest.current = { ...now, view: changed };
    setOwn({ drawing: now.drawing, view: changed });
  };
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const at = [event.clientX - left, event.clientY - top] as const;
      change((one, all, room) => zoomSheetView(one, Math.exp(-event.deltaY * WHEEL), at, all, room));
    };
    let from: { x: number; y: number; id: number } | null = null;
    const down = (event: PointerEvent) => {
      dragged.current = false;
      if (event.button === 0) from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    };
    const move = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.id) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!dragged.current && Math.hypot(dx, dy) < DRAG) return;
      if (!dragged.current) element.setPointerCapture(event.pointerId);
      dragged.current = true;
      from = { ...from, x: event.clientX, y: event.clientY };
      change((one, all, room) => panSheetView(one, dx, dy, all, room));
    };
    const up = () => {
      from = null;
    };
    element.addEventListener('wheel', wheel, { passive: false });
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    return () => {
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
    };
  }, [ref]);
  return {
    view,
    cut: findCutEdges(view, drawing ?? NO_SIZE, sheet),
    zoom: steps =>
      change((one, all, room) =>
        zoomSheetView(one, NESTED_ZOOM_STEP ** steps, [room.width / 2, room.height / 2], all, room),
      ),
    fit: () => {
      const now = latest.current;
      if (!now.drawing) return;
      const whole = createWholeView(now.drawing, now.sheet);
      const isWhole = Math.abs(now.view.scale - whole.scale) < 1e-6;
      if (isWhole || isDrawingLegible(now.drawing, now.sheet)) setOwn(null);
      else setOwn({ drawing: now.drawing, view: whole });
    },
    hasDragged: () => dragged.current,
  };
}

const NO_VIEW: SheetView = { scale: 1, x: 0, y: 0 };
const NO_SIZE: ZoomSize = { width: 0, height: 0 };
