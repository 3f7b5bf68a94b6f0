import { usePage, usePageStore } from '../hooks.ts';
import { clockOf, wordsNow } from '../models/looks.ts';
import { shownTick } from '../store/shown.ts';
import { roundNumber } from '../words/clock.ts';
import styles from './Headline.module.css';
import { Whereabouts } from './Whereabouts.tsx';

/** Whether the page shows another round than the present one. */
export const looksBack = (state: Parameters<typeof shownTick>[0]): boolean =>
  state.selection.cursor !== null && state.selection.cursor !== state.head;

/** The round that is looked at, where everybody was in it, and the way back to the present. */
export function PastSentence() {
  const store = usePageStore();
  const tick = usePage(shownTick);
  const head = usePage(state => Math.max(0, state.head));
  const { Tick } = usePage(wordsNow);
  const config = usePage(state => state.run?.info.config);
  const clock = config ? clockOf(config, tick) : '';
  return (
    <>
      <b>
        {Tick} {roundNumber(tick)}
      </b>{' '}
      of {roundNumber(head)}
      {clock !== '' && `, ${clock}`}: <Whereabouts tick={tick} />.{' '}
      <button type="button" className={styles.back} onClick={() => store.getState().goForward()}>
        Back to {Tick} {roundNumber(head)}
      </button>
    </>
  );
}
