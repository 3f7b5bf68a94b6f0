import { usePage } from '../../hooks.ts';
import styles from './ChartCanvas.module.css';

interface Props {
  /** Left edge of the empty plot, CSS pixels from the chart's. */
  readonly left: number;
  readonly className?: string;
  readonly title: string;
  readonly text: string;
  /** What the run is, for whoever has never played one: two short sentences, the second about a dot. */
  readonly intro: readonly [what: string, dot: string];
}

/** A hint in the empty plot, before the first tick. */
export function ChartHint({ left, className = '', title, text, intro }: Props) {
  const isNew = usePage(state => state.isNew);
  const isShown = usePage(state => state.run !== null && state.head <= 0);
  if (!isShown) return null;
  return (
    <div className={`${styles.hint} ${className}`} style={{ left }}>
      <p>{isNew ? intro[0] : title}</p>
      <p>{isNew ? `${intro[1]} Press Play.` : text}</p>
    </div>
  );
}
