import type { AgentDetail, TriggerLine } from '../../engine/detail.ts';
import type { Tick } from '../../engine/indices.ts';
import { usePage } from '../hooks.ts';
import { wordsNow } from '../models/looks.ts';
import { shownTick } from '../store/shown.ts';
import { stateWords } from '../words/chartWords.ts';
import { roundNumber } from '../words/clock.ts';
import { useTransitionLabel } from '../words/transitionWords.ts';
import { counted } from '../words/words.ts';
import styles from './InspectorParts.module.css';
import { looksBack } from './PastSentence.tsx';
import { StateDot } from './StateDot.tsx';

/** The state that it is in, and for how long; while one looks back, the one that it was in then. */
export function StateNow({ detail }: { detail: AgentDetail }) {
  const { tick } = usePage(wordsNow);
  const shown = usePage(shownTick);
  const isBack = usePage(looksBack);
  const chart = usePage(({ run }) => run?.info.chart);
  if (isBack) return <StateThen detail={detail} shown={shown} />;
  const beside = (detail.leaves ?? []).filter(state => state !== detail.state);
  return (
    <p className={styles.now}>
      <StateDot state={detail.state} />
      <b>{stateWords(chart, detail.state)}</b> for {counted(detail.ticksInState, tick)}
      {beside.length > 0 && `; in ${beside.map(state => stateWords(chart, state)).join(', ')} as well`}
    </p>
  );
}

interface ThenProps {
  readonly detail: AgentDetail;
  readonly shown: Tick;
}

/** The state of a round that is over, as far as the history reaches back. */
function StateThen({ detail, shown }: ThenProps) {
  const { tick, Tick } = usePage(wordsNow);
  const chart = usePage(({ run }) => run?.info.chart);
  const { history, historyDepth } = detail;
  const entered = history.find(line => line.tick <= shown);
  const oldest = history.at(-1);
  // A history that is full may have lost what came before.
  const before = oldest !== undefined && history.length < historyDepth ? oldest.from : null;
  const state = entered?.to ?? before ?? (oldest === undefined ? detail.state : null);
  if (state === null)
    return (
      <p className="label">
        Its history of {historyDepth} does not reach back to {Tick} {roundNumber(shown)}.
      </p>
    );
  return (
    <p className={styles.now}>
      <StateDot state={state} />
      <b>{stateWords(chart, state)}</b>
      {entered && ` for ${counted(shown - entered.tick, tick)}`}, at {Tick} {roundNumber(shown)}
    </p>
  );
}

/** Lines that do not say the same. */
const distinct = (lines: readonly TriggerLine[]): readonly TriggerLine[] =>
  lines.filter(
    (line, position) =>
      lines.findIndex(other => other.trigger === line.trigger && other.reason === line.reason) === position,
  );

/** Each trigger of this state: what would fire now, and why the others do not. */
export function Triggers({ detail }: { detail: AgentDetail }) {
  const labelOf = useTransitionLabel();
  const { Tick } = usePage(wordsNow);
  const isBack = usePage(looksBack);
  return (
    <>
      <h3 className={styles.key}>
        {isBack
          ? `what could fire at ${Tick} ${roundNumber(detail.tick)}, the present`
          : 'what could fire now'}
        {detail.threshold !== null && <span>times out after {detail.threshold}</span>}
      </h3>
      <ul className={styles.triggers}>
        {distinct(detail.triggers).map((line, position) => (
          // Two transitions may have trigger and target in common.
          <li key={position} className={line.ready ? styles.ready : undefined}>
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
