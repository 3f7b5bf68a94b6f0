import type { AgentDetail, HistoryLine } from '../../engine/detail.ts';
import { roundNumber } from '../clock.ts';
import { usePage, usePageContext } from '../hooks.ts';
import { lookNow } from '../models/looks.ts';
import { pluginNow } from '../models/registered.ts';
import { counted } from '../words.ts';
import styles from './InspectorParts.module.css';
import { StateDot } from './StateDot.tsx';

/** The agent's transitions, newest first; a line leads to its round and its post. */
export function AgentHistory({ detail }: { detail: AgentDetail }) {
  return (
    <>
      <h3 className={styles.key}>
        history, newest first <span>{counted(detail.history.length, 'entry', 'entries')}</span>
      </h3>
      <ol className={styles.history}>
        {detail.history.map((line, position) => (
          <Line key={position} line={line} head={detail.tick} />
        ))}
      </ol>
    </>
  );
}

function Line({ line, head }: { line: HistoryLine; head: number }) {
  const page = usePageContext();
  const { short } = usePage(lookNow).states;
  const go = () => {
    const state = page.store.getState();
    state.select({ cursor: line.tick === head ? null : line.tick });
    if (line.context !== null) pluginNow(state).showContext?.(page, line.context);
  };
  return (
    <li>
      <button type="button" onClick={go} title={line.context ?? undefined}>
        <span className={styles.round}>{roundNumber(line.tick)}</span>
        <span>
          <StateDot state={line.to} />
          {short(line.to)}
        </span>
        <span className={styles.trigger}>{line.trigger}</span>
      </button>
    </li>
  );
}
