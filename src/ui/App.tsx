import { type CSSProperties, useCallback, useState } from 'react';
import styles from './App.module.css';
import { lazily } from './controls/lazily.tsx';
import { useLayout, usePage } from './hooks.ts';
import { useKeys } from './keys.ts';
import { useViews } from './models/useViews.ts';
import { useSide } from './side.ts';
import { ActionsView } from './views/ActionsView.tsx';
import { Bar } from './views/Bar.tsx';
import { Corner } from './views/Corner.tsx';
import { DropZone } from './views/DropZone.tsx';
import { Headline } from './views/Headline.tsx';
import { Notices } from './views/Notices.tsx';
import { SetupRail } from './views/SetupRail.tsx';
import { StatechartView } from './views/StatechartView.tsx';
import { StatesView } from './views/StatesView.tsx';
import { StatusLine } from './views/StatusLine.tsx';
import { TimeColumn } from './views/TimeColumn.tsx';
import { TimelinesView } from './views/TimelinesView.tsx';
import { SEARCH_ID } from './views/TimelineTools.tsx';

const LeaveDialog = lazily(async () => (await import('./views/LeaveDialog.tsx')).LeaveDialog);
const UnrestoredDialog = lazily(async () => (await import('./views/UnrestoredDialog.tsx')).UnrestoredDialog);

/** The one screen. */
export function App() {
  const [help, setHelp] = useState(false);
  const panel = usePage(state => state.panel);
  const leaving = usePage(state => state.leaving !== null);
  const isTall = usePage(state => state.isTall && state.selection.agents.length > 0);
  const unrestored = usePage(state => state.unrestored !== null);
  const { Place, Side, Help } = useViews();
  const side = useSide();
  const { gutter } = useLayout();
  const onHelp = useCallback(() => setHelp(true), []);
  const onSearch = useCallback(() => document.getElementById(SEARCH_ID)?.focus(), []);
  useKeys({ onHelp, onSearch });
  return (
    <DropZone>
      <a className={styles.skip} href="#views">
        Skip to the charts
      </a>
      <div className={styles.app} data-panel={panel} style={{ '--gutter': `${gutter}px` } as CSSProperties}>
        <Bar />
        <SetupRail onHelp={onHelp} />
        <Headline />
        <main id="views" tabIndex={-1} className={styles.main} data-side={Side && side}>
          {Side && (
            <div className={styles.side}>
              <Side />
            </div>
          )}
          <div className={styles.left} data-tall={isTall || undefined}>
            {!isTall && <StatechartView />}
            <Corner />
          </div>
          <TimeColumn>
            <StatesView />
            <ActionsView />
            <Place />
            <TimelinesView />
          </TimeColumn>
        </main>
        <StatusLine />
      </div>
      <Notices />
      {leaving && <LeaveDialog />}
      {unrestored && <UnrestoredDialog />}
      {help && <Help onClose={() => setHelp(false)} />}
    </DropZone>
  );
}
