import { usePage, usePageStore } from '../hooks.ts';
import { inspected } from '../selection.ts';
import styles from './Inspector.module.css';

/** Gives one agent's reasons more room, over the chart. */
export function EnlargeButton() {
  const store = usePageStore();
  const isOne = usePage(state => inspected(state.selection) !== null);
  const isTall = usePage(state => state.isTall);
  if (!isOne) return null;
  return (
    <button
      type="button"
      className={styles.tall}
      aria-pressed={isTall}
      aria-label="Enlarge the inspector"
      title={isTall ? 'show the chart again' : 'enlarge over the chart'}
      onClick={() => store.getState().arrange({ isTall: !isTall })}
    >
      {isTall ? '▾' : '▴'}
    </button>
  );
}
