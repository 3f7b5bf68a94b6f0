import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import styles from './Headline.module.css';

/** "Rounds 10 to 20 of 60", which all regions are limited to, and the way back to all of them. */
export function RangeNote() {
  const store = usePageStore();
  const range = usePage(state => state.selection.range);
  const head = usePage(state => Math.max(0, state.head));
  const { Tick, tick } = usePage(getCurrentModelWords);
  if (range === null) return null;
  const [first, last] = range.map(formatRoundNumber);
  return (
    <>
      <span className={styles.then}>
        {Tick}s {first} to {last} of {head}
      </span>{' '}
      <button type="button" className={styles.back} title="Esc" onClick={() => store.getState().goForward()}>
        All {tick}s
      </button>{' '}
    </>
  );
}
