import { usePage, usePageStore } from '../hooks.ts';
import { wordsNow } from '../models/looks.ts';
import { useViews } from '../models/useViews.ts';
import { inspected } from '../selection.ts';
import { counted } from '../words.ts';
import styles from './Inspector.module.css';

/** The lower left: one agent's reasons, the agents of a state, or what is happening. */
export function Inspector() {
  const agent = usePage(state => inspected(state.selection));
  const many = usePage(state => state.selection.agents.length > 1 || state.selection.state !== null);
  const detail = usePage(state => state.detail);
  const words = usePage(wordsNow);
  const { Overview, Agent } = useViews();
  return (
    <section className={styles.view} aria-label="Agent inspector">
      {agent === null && (many ? <ManyAgents /> : <Overview />)}
      {agent !== null && (detail?.agent === agent ? <Agent /> : <p>Reading the {words.agent[0]}…</p>)}
    </section>
  );
}

const SHOWN = 60;

function ManyAgents() {
  const store = usePageStore();
  const agents = usePage(state => state.selection.agents);
  const state = usePage(page =>
    page.selection.state === null ? null : page.run?.info.chart.states[page.selection.state],
  );
  const names = usePage(page => page.run?.info.names) ?? [];
  const words = usePage(wordsNow);
  return (
    <>
      <header className={styles.head}>
        <h2>
          {counted(agents.length, ...words.agent)} {state ? `in ${state}` : 'selected'}
        </h2>
        <button type="button" className={styles.close} onClick={() => store.getState().stepBack()}>
          Esc closes
        </button>
      </header>
      <ul className={styles.many}>
        {agents.slice(0, SHOWN).map(agent => (
          <li key={agent}>
            <button type="button" onClick={() => store.getState().select({ agents: [agent], state: null })}>
              {names[agent]}
            </button>
          </li>
        ))}
      </ul>
      {agents.length > SHOWN && (
        <p className="label">and {agents.length - SHOWN} more: their rows are in the timelines</p>
      )}
    </>
  );
}
