import type { ReactNode } from 'react';
import styles from './ChartTip.module.css';

/** A place in a chart, CSS pixels from its upper left corner, and the chart's size. */
export interface TipPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Props {
  readonly className?: string;
  readonly place: TipPlace;
  /** Distance between the place and the tip, pixels. */
  readonly gap: readonly [x: number, y: number];
  readonly width: number;
  /** Height; null: as high as its words, above a place in the lower half. */
  readonly height: number | null;
  readonly children: ReactNode;
}

/** Tip for the item under the pointer: to its lower right, or wherever there is room. */
export function ChartTip({ className = '', place, gap, width, height, children }: Props) {
  const [right, below] = gap;
  const { x, y } = place;
  const fits = x + right + width <= place.width;
  const left = fits ? x + right : height === null ? Math.max(4, x - right - width) : x - right - width;
  const over = height === null && y > place.height / 2;
  const top = height === null ? y + below : Math.max(4, Math.min(y + below, place.height - height));
  const style = over ? { left, width, bottom: place.height - y + below - 2 } : { left, width, top };
  return (
    <div className={`${styles.tip} ${className}`} style={style}>
      {children}
    </div>
  );
}
