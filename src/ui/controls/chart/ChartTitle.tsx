import type { ReactNode } from 'react';
import styles from './ChartCanvas.module.css';

interface Props {
  readonly title: string;
  /** The button of the chart's table twin. */
  readonly twin: ReactNode;
}

/** A chart's title in the gutter, with its table. */
export function ChartTitle({ title, twin }: Props) {
  return (
    <div className={styles.title}>
      <h2>{title}</h2>
      {twin}
    </div>
  );
}
