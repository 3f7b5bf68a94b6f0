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
  /** Area of the tip's subject that a box of the chart would cover; absent: none. */
  readonly covered?: (left: number, top: number, right: number, bottom: number) => number;
  readonly children: ReactNode;
}

const RETURN_ZERO = () => 0;

/** Tip for the item under the pointer: to its lower right, or in the place with enough room that covers least. */
export function ChartTip({ className = '', children, ...props }: Props) {
  return (
    <div className={`${styles.tip} ${className}`} style={computeTipStyle(props)}>
      {children}
    </div>
  );
}

type Placed = Omit<Props, 'className' | 'children'>;

function computeTipStyle({ place, gap: [beside, below], width, height, covered = RETURN_ZERO }: Placed) {
  const { x, y } = place;
  const right = x + beside;
  const left = x - beside - width;
  const isRight = right + width <= place.width;
  if (height === null) {
    const style = { left: isRight ? right : Math.max(4, left), width };
    return y > place.height / 2
      ? { ...style, bottom: place.height - y + below - 2 }
      : { ...style, top: y + below };
  }
  const lower = Math.max(4, Math.min(y + below, place.height - height));
  const upper = Math.max(4, y - below - height);
  // In a narrow chart there may be room on neither side.
  const sides = isRight ? (left >= 4 ? [right, left] : [right]) : [Math.max(4, left)];
  const corners = sides.flatMap(at => [
    { left: at, top: lower },
    { left: at, top: upper },
  ]);
  const costs = corners.map(at => covered(at.left, at.top, at.left + width, at.top + height));
  return { ...corners[costs.indexOf(Math.min(...costs))], width };
}
