import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { useViews } from '../../hooks/useViews.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { describeStateName } from '../../words/chartLabels.ts';
import styles from './InspectorParts.module.css';

/** Most names that are listed. */
const MAX_NAMES_LISTED = 60;

/** The agents that are selected, or those in a state, by their names. */
export function ManyAgents() {
  const store = usePageStore();
  const agents = usePage(state => state.selection.agents);
  const state = usePage(({ run, selection }) => {
    const name = selection.state === null ? undefined : run?.info.chart.states[selection.state];
    return name === undefined ? null : describeStateName(run?.info.chart, name);
  });
  const position = usePage(({ selection }) => selection.state);
  const { FormerVisitors } = useViews();
  const names = usePage(page => page.run?.info.names) ?? [];
  const words = usePage(getCurrentModelWords);
  return (
    <>
      <header className={styles.head}>
        <h2>
          {agents.length === 0 && state
            ? `No ${words.agent[0]} is in ${state} now`
            : `${formatNounCount(agents.length, ...words.agent)} ${state ? `in ${state}` : 'selected'}`}
        </h2>
        <button type="button" className={styles.close} onClick={() => store.getState().stepBack()}>
          Esc closes
        </button>
      </header>
      {agents.length === 0 && position !== null && FormerVisitors && <FormerVisitors state={position} />}
      <ul className={styles.many}>
        {agents.slice(0, MAX_NAMES_LISTED).map(agent => (
          <li key={agent}>
            <button type="button" onClick={() => store.getState().select({ agents: [agent], state: null })}>
              {names[agent]}
            </button>
          </li>
        ))}
      </ul>
      {agents.length > MAX_NAMES_LISTED && (
        <p className="label">and {agents.length - MAX_NAMES_LISTED} more: their rows are in the timelines</p>
      )}
    </>
  );
}
