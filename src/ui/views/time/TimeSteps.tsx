import { Icon } from '../../controls/Icon.tsx';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../model/looks.ts';
import { getViewedTick } from '../../state/shown.ts';
import styles from './TimeColumn.module.css';

const FIRST = 'm17 18-6-6 6-6M7 6v12';
const PREVIOUS = 'm15 18-6-6 6-6';
const NEXT = 'm9 18 6-6-6-6';
const LAST = 'm7 18 6-6-6-6M17 6v12';

/** First, previous, next and last round that has been played: moves the cursor, and plays nothing. */
export function TimeSteps() {
  const store = usePageStore();
  const { tick } = usePage(getCurrentModelWords);
  const isFirst = usePage(state => state.run === null || getViewedTick(state) <= state.run.columns.first);
  const isLast = usePage(state => getViewedTick(state) >= state.head);
  const steps = [
    { name: `First ${tick}`, key: 'Home', outline: FIRST, by: Number.NEGATIVE_INFINITY, isOff: isFirst },
    { name: `Previous ${tick}`, key: '←', outline: PREVIOUS, by: -1, isOff: isFirst },
    { name: `Next ${tick}`, key: '→', outline: NEXT, by: 1, isOff: isLast },
    { name: `Last ${tick}`, key: 'End', outline: LAST, by: Number.POSITIVE_INFINITY, isOff: isLast },
  ];
  return (
    <div className={styles.steps}>
      {steps.map(({ name, key, outline, by, isOff }) => (
        <button
          key={key}
          type="button"
          aria-label={name}
          title={`${name} that was played (${key})`}
          aria-disabled={isOff}
          onClick={() => !isOff && store.getState().moveCursor(by)}
        >
          <Icon outline={outline} size={14} />
        </button>
      ))}
    </div>
  );
}
