import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { useOneColumn, usePage } from '../../hooks/hooks.ts';
import { useFocusBack } from '../../hooks/useFocusBack.ts';
import { useViews } from '../../hooks/useViews.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { PageStore } from '../../state/pageState.ts';
import { getInspectedAgent, isSomebodySelected } from '../../state/selection.ts';
import { EnlargeButton } from './EnlargeButton.tsx';
import styles from './Inspector.module.css';

const ManyAgents = createLazyView(
  preloadOnActivity(async () => (await import('./ManyAgents.tsx')).ManyAgents),
);

/** Id of the inspector, for the key that leads there. */
export const INSPECTOR_ID = 'inspector';

/** Opens the inspector in place of the log, and moves the focus there. */
export function focusInspector(store: PageStore): void {
  flushSync(() => store.getState().arrange({ isLogged: false }));
  document.getElementById(INSPECTOR_ID)?.focus();
}
/** Its name. */
export const INSPECTOR = 'Agent inspector';

/** The lower left: who is selected, or what is happening; in one column always the latter, and who is selected in a sheet. */
export function Inspector() {
  const hasSheet = useOneColumn();
  const isSomebody = usePage(state => isSomebodySelected(state.selection));
  const isOne = usePage(state => getInspectedAgent(state.selection) !== null);
  const { Overview, overview } = useViews();
  const isElsewhere = isSomebody && hasSheet;
  const section = useRef<HTMLElement>(null);
  const onPress = useFocusBack(section, isSomebody && !hasSheet);
  return (
    <section
      ref={section}
      onClickCapture={onPress}
      id={isElsewhere ? undefined : INSPECTOR_ID}
      tabIndex={-1}
      className={styles.view}
      aria-label={isElsewhere ? overview : INSPECTOR}
    >
      {isSomebody && !hasSheet ? (
        <>
          {isOne && <EnlargeButton what="the inspector" />}
          <Selected />
        </>
      ) : (
        <Overview />
      )}
    </section>
  );
}

/** One agent's reasons, or the agents of a state. */
export function Selected() {
  const agent = usePage(state => getInspectedAgent(state.selection));
  const isRead = usePage(state => state.detail?.agent === agent);
  const words = usePage(getCurrentModelWords);
  const { Agent } = useViews();
  if (agent === null) return <ManyAgents />;
  return isRead ? <Agent /> : <p>Reading the {words.agent[0]}…</p>;
}
