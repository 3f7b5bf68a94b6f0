import own from './Nested.module.css';
import type { Zoom } from './useZoom.ts';

interface Props extends Pick<Zoom, 'zoom' | 'fit'> {
  /** True if there is more of the drawing than its sheet shows. */
  readonly isPart: boolean;
  readonly scale: number;
}

/** The zoom factor, and a button that shows all of it. */
export function ZoomTools({ isPart, scale, zoom, fit }: Props) {
  return (
    <span className={own.tools}>
      {isPart && (
        <span className={own.part} title="there is more: drag the drawing, fit it, or enlarge the panel">
          part of it
        </span>
      )}
      <button type="button" aria-label="Zoom out" title="farther (Ctrl and wheel)" onClick={() => zoom(-1)}>
        −
      </button>
      <output aria-label="Zoom">{Math.round(scale * 100)} %</output>
      <button type="button" aria-label="Zoom in" title="nearer (Ctrl and wheel)" onClick={() => zoom(1)}>
        +
      </button>
      <button type="button" aria-label="Fit" aria-pressed={!isPart} title="all of the chart" onClick={fit}>
        fit
      </button>
    </span>
  );
}
