import { useRef, useState } from 'react';
import { isLoopingAgent } from '../../../engine/explain/stuck/stuckAgent.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { useOneColumn, usePage, usePageStore } from '../../hooks/hooks.ts';
import { useFocusLost } from '../../hooks/keepFocus.ts';
import { useViews } from '../../hooks/useViews.ts';
import { EnlargeButton } from '../inspector/EnlargeButton.tsx';
import { MovesTable } from './MovesTable.tsx';
import { Narrowed } from './Narrowed.tsx';
import styles from './Statistics.module.css';
import { StaysTable } from './StaysTable.tsx';
import { StuckList } from './StuckList.tsx';
import { useReport } from './useReport.ts';
import { describeCountedStays, describeReportSpan } from './words.ts';

const PlainSteps = createLazyView(async () => (await import('./StepsTable.tsx')).PlainSteps);

/** Names of the tab, by what a row of it is. */
const TABS: Readonly<Record<string, string>> = {
  phase: 'Phases',
  action: 'Actions',
  choice: 'Choices',
  state: 'Asked',
};

/** How long agents stay in each state, where they go from there, and who does not get on. */
export function StatisticsCorner() {
  const section = useRef<HTMLElement>(null);
  useFocusLost(section);
  const store = usePageStore();
  const isOneColumn = useOneColumn();
  const [chosen, setShown] = useState<'states' | 'steps' | 'stuck'>('states');
  const isStuck = chosen === 'stuck';
  const { Steps = PlainSteps } = useViews();
  const report = useReport(isStuck);
  const heldUp = report?.stuck ? report.stuck.agents.filter(one => !isLoopingAgent(one)).length : null;
  const work = report?.steps?.noun;
  // Another model's run may have no steps.
  const shown = chosen === 'steps' && report !== null && work === undefined ? 'states' : chosen;
  const note = usePage(state => report && describeCountedStays(state, report));
  const spanNote = usePage(state => report && describeReportSpan(state, report));
  return (
    <section ref={section} tabIndex={-1} className={styles.corner} aria-label="Statistics">
      <header className={styles.head}>
        <h2>Statistics</h2>
        <button type="button" aria-pressed={shown === 'states'} onClick={() => setShown('states')}>
          States
        </button>
        {work !== undefined && (
          <button type="button" aria-pressed={shown === 'steps'} onClick={() => setShown('steps')}>
            {TABS[work] ?? 'Steps'}
          </button>
        )}
        <button type="button" aria-pressed={isStuck} onClick={() => setShown('stuck')}>
          Held up{heldUp === null ? '' : ` ${heldUp}`}
        </button>
        {!isOneColumn && <EnlargeButton what="the statistics" />}
        <button type="button" onClick={() => store.getState().arrange({ counted: null })}>
          Leave
        </button>
      </header>
      {!isStuck && <Narrowed />}
      {report === null ? (
        <p className="label">Counting…</p>
      ) : isStuck && report.stuck ? (
        <StuckList report={report} />
      ) : shown === 'steps' && report.steps ? (
        <>
          <p className={`label ${styles.note}`}>{spanNote}</p>
          <Steps report={report} />
        </>
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
