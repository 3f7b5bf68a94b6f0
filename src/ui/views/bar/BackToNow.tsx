import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../model/looks.ts';
import { formatRoundNumber } from '../../words/clock.ts';
import styles from './Headline.module.css';

/** The way back from an earlier round. */
export function BackToNow() {
  const store = usePageStore();
  const head = usePage(state => Math.max(0, state.head));
  const { Tick } = usePage(getCurrentModelWords);
  return (
    <button type="button" className={styles.back} title="End" onClick={() => store.getState().goForward()}>
      Back to {Tick} {formatRoundNumber(head)}
    </button>
  );
}
