import { type CSSProperties, useCallback } from 'react';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import { createLazyView } from '../controls/createLazyView.tsx';
import { preloadOnActivity } from '../controls/preloadOnActivity.ts';
import { useLayout, useOneColumn, usePage, usePageStore } from '../hooks/hooks.ts';
import { useKeys } from '../hooks/keys.ts';
import { useSide } from '../hooks/useSide.ts';
import { useViews } from '../hooks/useViews.ts';
import type { PageState, PageStore } from '../state/pageState.ts';
import { getInspectedAgent, isSomebodySelected } from '../state/selection.ts';
import { getCurrentWorlds } from '../store/slices/worldsSlice.ts';
import { Bar } from '../views/bar/Bar.tsx';
import { Headline } from '../views/bar/Headline.tsx';
import { Notices } from '../views/bar/Notices.tsx';
import { SEARCH_ID } from '../views/bar/SearchField.tsx';
import { StatusLine } from '../views/bar/StatusLine.tsx';
import { Corner } from '../views/inspector/Corner.tsx';
import { focusInspector } from '../views/inspector/Inspector.tsx';
import { DropZone } from '../views/setup/DropZone.tsx';
import { SetupRail } from '../views/setup/SetupRail.tsx';
import { StatechartView } from '../views/statechart/StatechartView.tsx';
import { ActionsView } from '../views/time/ActionsView.tsx';
import { StatesView } from '../views/time/StatesView.tsx';
import { TimeColumn } from '../views/time/TimeColumn.tsx';
import { TimelinesView } from '../views/time/TimelinesView.tsx';
import styles from './App.module.css';

const CompareColumn = createLazyView(
  async () => (await import('../views/compare/CompareColumn.tsx')).CompareColumn,
);
const InspectorSheet = createLazyView(
  preloadOnActivity(async () => (await import('../views/inspector/InspectorSheet.tsx')).InspectorSheet),
);
const FanView = createLazyView(async () => (await import('../views/worlds/FanView.tsx')).FanView);
const Dialogs = createLazyView(async () => (await import('../views/setup/Dialogs.tsx')).Dialogs);

/** True if one agent is inspected, over the chart as well; never behind the tab of a language model. */
const isInspectorTall = (state: PageState): boolean => {
  const { isTall, selection, corner, run } = state;
  if (!isTall) return false;
  if (state.isLogged) return true;
  const isCorner = state.counted !== null || getCurrentWorlds(state) !== null;
  if (isCorner && !isSomebodySelected(selection)) return true;
  return (
    getInspectedAgent(selection) !== null &&
    !(corner === 'oracle' && run && isLanguageModelOracle(run.setup.oracle))
  );
};

/** True if a dialog asks the user something, or offers a choice. */
const hasDialog = ({ isComparing, offered, leaving, scenarios }: PageState): boolean =>
  isComparing || scenarios !== null || offered !== null || leaving !== null;

/** For dialogs that could not be loaded, and so have no way out of their own. */
function leaveDialogs(store: PageStore): void {
  const { arrange, leaving, stay } = store.getState();
  arrange({ isComparing: false, scenarios: null, offered: null });
  if (leaving !== null) stay();
}

/** The one screen. */
export function App() {
  const store = usePageStore();
  const help = usePage(state => state.help !== null);
  const panel = usePage(state => state.panel);
  const isPair = usePage(state => state.pair !== null);
  const isNested = usePage(({ run }) => run !== null && run.whole !== null);
  const isAsked = usePage(hasDialog);
  const isOneColumn = useOneColumn();
  const isTall = usePage(isInspectorTall) && !isOneColumn;
  const isOver = usePage(state => getCurrentWorlds(state)?.isOver);
  const { Place, Side, Help } = useViews();
  const side = useSide();
  const { gutter } = useLayout();
  const onHelp = useCallback(() => store.getState().arrange({ help: '' }), [store]);
  const onSearch = useCallback(() => document.getElementById(SEARCH_ID)?.focus(), []);
  const onInspector = useCallback(() => focusInspector(store), [store]);
  const onLeaveDialogs = useCallback(() => leaveDialogs(store), [store]);
  useKeys({ onHelp, onSearch, onInspector });
  return (
    <DropZone>
      <a className={styles.skip} href="#views">
        Skip to the charts
      </a>
      <div className={styles.app} data-panel={panel} style={{ '--gutter': `${gutter}px` } as CSSProperties}>
        <Bar />
        <SetupRail onHelp={onHelp} />
        <Headline />
        <main
          id="views"
          tabIndex={-1}
          className={styles.main}
          data-side={Side && side}
          data-nested={isNested || undefined}
        >
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
            {isPair ? (
              <CompareColumn />
            ) : (
              <>
                <StatesView />
                <ActionsView />
                {isOver ? <FanView /> : <Place />}
                <TimelinesView />
              </>
            )}
          </TimeColumn>
        </main>
        <StatusLine />
      </div>
      {isOneColumn && <InspectorSheet />}
      <Notices />
      <div className={styles.dialogs}>
        {isAsked && <Dialogs onClose={onLeaveDialogs} />}
        {help && <Help onClose={() => store.getState().arrange({ help: null })} />}
      </div>
    </DropZone>
  );
}
