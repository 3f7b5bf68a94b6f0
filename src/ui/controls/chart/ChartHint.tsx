import { useOneColumn, usePage } from '../../hooks/hooks.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import styles from './ChartCanvas.module.css';

interface Props {
  /** Left edge of the empty plot, CSS pixels from the chart's. */
  readonly left: number;
  readonly className?: string;
  readonly title: string;
  readonly text: string;
}

/** A hint in the empty plot, before the first tick; in one column a new user has read what the run is further up. */
export function ChartHint({ left, className = '', title, text }: Props) {
  const isFurtherUp = useOneColumn();
  const isNew = usePage(state => state.isNew) && !isFurtherUp;
  const what = usePage(state => getCurrentAppearance(state).intro(state)[0]);
  const dot = usePage(state => getCurrentAppearance(state).intro(state)[1]);
  const isShown = usePage(state => state.run !== null && state.head <= 0);
  if (!isShown) return null;
  return (
    <div className={`${styles.hint} ${className}`} style={{ left }}>
      <p>{isNew ? what : title}</p>
      <p>{isNew ? `${dot} Press Play.` : text}</p>
    </div>
  );
}
