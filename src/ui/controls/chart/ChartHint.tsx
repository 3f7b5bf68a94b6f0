import { usePage } from '../../hooks.ts';
import styles from './ChartCanvas.module.css';

interface Props {
  /** Left edge of the empty plot, CSS pixels from the chart's. */
  readonly left: number;
  readonly className?: string;
  readonly title: string;
  readonly text: string;
}

/** A hint in the empty plot, before the first tick. */
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
