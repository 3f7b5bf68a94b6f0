import type { AgentDetail, HistoryLine } from '../../../engine/detail.ts';
import { RULES } from '../../../engine/models/governed/phases.ts';
import { usePageStore } from '../../hooks.ts';
import inspector from '../../views/InspectorParts.module.css';
import { StateDot } from '../../views/StateDot.tsx';
import { counted, visible } from '../../words.ts';
import styles from './Governed.module.css';

/** A mission's moves with their reasons, newest first; a line leads to its step. */
export function MissionHistory({ detail }: { readonly detail: AgentDetail }) {
  return (
    <div>
      <h3 className={inspector.key}>
        history, newest first <span>{counted(detail.history.length, 'move')}</span>
      </h3>
      <ol className={styles.history}>
        {detail.history.map((line, position) => (
          <Line key={position} line={line} head={detail.tick} />
        ))}
      </ol>
    </div>
  );
}

/** Moves whose reason is shown below them; the others have it in their title. */
const TOLD = new Set<string>([...RULES, 'step_limit']);

/** "too much time in ANALYZING: 31.2 s of 30 s, timeout, STUCK_ANALYZE" */
function Line({ line, head }: { readonly line: HistoryLine; readonly head: number }) {
  const store = usePageStore();
  const reason = line.context === null || !TOLD.has(line.trigger) ? null : visible(line.context);
  return (
    <li>
      <button
        type="button"
        title={line.context === null ? undefined : visible(line.context)}
        onClick={() => store.getState().select({ cursor: line.tick === head ? null : line.tick })}
      >
        <span className={styles.tick}>{line.tick}</span>
        {reason === null ? (
          <>
            <span>
              <StateDot state={line.to} />
              {line.to}
            </span>
            <span className={styles.trigger}>{line.trigger}</span>
          </>
        ) : (
          <span className={styles.why}>
            <StateDot state={line.to} />
            {reason}, {line.trigger}, <b>{line.to.toUpperCase()}</b>
          </span>
        )}
      </button>
    </li>
  );
}
