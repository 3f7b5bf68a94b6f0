import { usePage } from '../../hooks.ts';
import styles from './ChartCanvas.module.css';

interface Props {
  /** Of the empty plot, CSS pixels from the chart's left edge. */
  readonly left: number;
  readonly className?: string;
  readonly title: string;
  readonly text: string;
}

/** Before the first tick the empty plot says what comes. */
export function ChartHint({ left, className = '', title, text }: Props) {
  const isShown = usePage(state => state.run !== null && state.head <= 0);
  if (!isShown) return null;
  return (
    <div className={`${styles.hint} ${className}`} style={{ left }}>
      <p>{title}</p>
      <p>{text}</p>
    </div>
  );
}
