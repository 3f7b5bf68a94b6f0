import type { AgentDetail } from '../../engine/detail.ts';
import { usePage } from '../hooks.ts';
import { wordsNow } from '../models/looks.ts';
import { useTransitionLabel } from '../words/transitionWords.ts';
import { counted } from '../words/words.ts';
import styles from './InspectorParts.module.css';
import { StateDot } from './StateDot.tsx';

/** The state that it is in, and for how long. */
export function StateNow({ detail }: { detail: AgentDetail }) {
  const { tick } = usePage(wordsNow);
  return (
    <p className={styles.now}>
      <StateDot state={detail.state} />
      <b>{detail.state}</b> for {counted(detail.ticksInState, tick)}
    </p>
  );
}

/** Each trigger of this state: what would fire now, and why the others do not. */
export function Triggers({ detail }: { detail: AgentDetail }) {
  const labelOf = useTransitionLabel();
  return (
    <>
      <h3 className={styles.key}>
        what could fire now
        {detail.threshold !== null && <span>times out after {detail.threshold}</span>}
      </h3>
      <ul className={styles.triggers}>
        {detail.triggers.map(line => (
          <li key={`${line.trigger} ${line.target}`} className={line.ready ? styles.ready : undefined}>
            <span aria-hidden="true">{line.ready ? '›' : '–'}</span>
            <b title={`${line.trigger}, to ${line.target}`}>
              {labelOf({ trigger: line.trigger, source: detail.state, target: line.target })}
            </b>
            <span>{line.reason}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
