import { lazily } from '../controls/lazily.tsx';
import { soon } from '../controls/soon.ts';
import { usePage, usePageStore } from '../hooks.ts';
import { wordsNow } from '../models/looks.ts';
import { useViews } from '../models/useViews.ts';
import { inspected } from '../selection.ts';
import styles from './Inspector.module.css';

const ManyAgents = lazily(soon(async () => (await import('./ManyAgents.tsx')).ManyAgents));

/** Id of the inspector, for the key that leads there. */
export const INSPECTOR_ID = 'inspector';

/** The lower left: one agent's reasons, the agents of a state, or what is happening. */
export function Inspector() {
  const agent = usePage(state => inspected(state.selection));
  const many = usePage(state => state.selection.agents.length > 1 || state.selection.state !== null);
  const detail = usePage(state => state.detail);
  const words = usePage(wordsNow);
  const store = usePageStore();
  const isTall = usePage(state => state.isTall);
  const { Overview, Agent } = useViews();
  return (
    <section id={INSPECTOR_ID} tabIndex={-1} className={styles.view} aria-label="Agent inspector">
      {agent === null && (many ? <ManyAgents /> : <Overview />)}
      {agent !== null && (
        <button
          type="button"
          className={styles.tall}
          aria-pressed={isTall}
          aria-label="Enlarge the inspector"
          title={isTall ? 'show the chart again' : 'enlarge over the chart'}
          onClick={() => store.getState().arrange({ isTall: !isTall })}
        >
          {isTall ? '▾' : '▴'}
        </button>
      )}
      {agent !== null && (detail?.agent === agent ? <Agent /> : <p>Reading the {words.agent[0]}…</p>)}
    </section>
  );
}
