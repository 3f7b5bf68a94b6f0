import { useRef, useState } from 'react';
import { useOneColumn, usePage, usePageStore } from '../../hooks.ts';
import { useFocusLost } from '../../keepFocus.ts';
import { EnlargeButton } from '../EnlargeButton.tsx';
import { MovesTable } from './MovesTable.tsx';
import styles from './Statistics.module.css';
import { StaysTable } from './StaysTable.tsx';
import { StuckList } from './StuckList.tsx';
import { useReport } from './useReport.ts';
import { countedWords } from './words.ts';

/** How long agents stay in each state, where they go from there, and who does not get on. */
export function StatisticsCorner() {
  const section = useRef<HTMLElement>(null);
  useFocusLost(section);
  const store = usePageStore();
  const isOneColumn = useOneColumn();
  const [isStuck, setStuck] = useState(false);
  const report = useReport(isStuck);
  const note = usePage(state => report && countedWords(state, report));
  return (
    <section ref={section} tabIndex={-1} className={styles.corner} aria-label="Statistics">
      <header className={styles.head}>
        <h2>Statistics</h2>
        <button type="button" aria-pressed={!isStuck} onClick={() => setStuck(false)}>
          States
        </button>
        <button type="button" aria-pressed={isStuck} onClick={() => setStuck(true)}>
          Stuck{report?.stuck ? ` ${report.stuck.length}` : ''}
        </button>
        {!isOneColumn && <EnlargeButton what="the statistics" />}
        <button type="button" onClick={() => store.getState().arrange({ counted: null })}>
          Leave
        </button>
      </header>
      {report === null ? (
        <p className="label">Counting…</p>
      ) : isStuck && report.stuck ? (
        <StuckList report={report} />
      ) : (
        <>
          <p className={`label ${styles.note}`}>{note}</p>
          <StaysTable report={report} />
          <MovesTable report={report} />
        </>
      )}
    </section>
  );
}
