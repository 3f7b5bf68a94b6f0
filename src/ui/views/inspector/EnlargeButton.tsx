import { usePage, usePageStore } from '../../hooks/hooks.ts';
import styles from './Inspector.module.css';

/** Gives the corner more room, over the chart. @param what it is: "the inspector" */
export function EnlargeButton({ what }: { readonly what: string }) {
  const store = usePageStore();
  const isTall = usePage(state => state.isTall);
  return (
    <button
      type="button"
      className={styles.tall}
      aria-pressed={isTall}
      aria-label={`Enlarge ${what}`}
      title={isTall ? 'show the chart again' : 'enlarge over the chart'}
      onClick={() => store.getState().arrange({ isTall: !isTall })}
    >
      {isTall ? '▾' : '▴'}
    </button>
  );
}
