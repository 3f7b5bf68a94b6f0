import type { MouseEvent, PointerEvent } from 'react';
import { usePage } from '../../hooks/hooks.ts';
import type { PageState } from '../../state/pageState.ts';
import styles from './ChartCanvas.module.css';

/** A plot's reactions to pointer and keyboard. */
export interface PlotKeys {
  /** Accessible name; null for a plot that only takes the pointer. */
  readonly label: string | null;
  /** A sentence on what it shows; read out only while nothing plays. */
  readonly spoken?: ((state: PageState) => string) | undefined;
  /** True if dragging chooses a range of ticks. */
  readonly brush?: boolean | undefined;
  /** @returns whether the key was for the chart. */
  readonly onKey?: ((key: string) => boolean) | undefined;
  readonly onBlur?: (() => void) | undefined;
  /** The wheel was turned by a notch down (1) or up (−1). */
  readonly onScroll?: ((by: number) => void) | undefined;
}

interface Props extends PlotKeys {
  readonly onMove: ((event: PointerEvent) => void) | undefined;
  readonly onLeave: () => void;
  readonly onClick: ((event: MouseEvent) => void) | undefined;
  readonly onDoubleClick: ((event: MouseEvent) => void) | undefined;
}

/** An overlay on a chart's canvases, for pointer, keyboard and screen readers. */
export function PlotArea(props: Props) {
  const { label, spoken, brush, onKey, onScroll, onMove, onLeave, onClick, onDoubleClick, onBlur } = props;
  const sentence = usePage(state => (state.phase === 'playing' ? '' : (spoken?.(state) ?? '')));
  const pointing = {
    'data-brush': brush ? true : undefined,
    onPointerMove: onMove,
    onPointerLeave: onLeave,
    onClick,
    onDoubleClick,
    onBlur,
  };
  if (label === null) return <div className={styles.plot} {...pointing} />;
  return (
    <div
      className={styles.plot}
      role="img"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows and Enter go through its items
      tabIndex={0}
      aria-label={sentence === '' ? label : `${label}. ${sentence}`}
      onKeyDown={event => {
        if (!onKey?.(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onWheel={event => {
        const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
        if (isPlain) onScroll?.(Math.sign(event.deltaY));
      }}
      {...pointing}
    />
  );
}
