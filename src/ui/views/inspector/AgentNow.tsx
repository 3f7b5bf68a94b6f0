import type { AgentDetail, TriggerLine } from '../../../engine/model/agentDetail.ts';
import { UNNAMED } from '../../../engine/statechart/definition.ts';
import { StateDot } from '../../controls/StateDot.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { isLookingBack } from '../../state/viewState.ts';
import { describeStateName } from '../../words/chartLabels.ts';
import { useTransitionLabel } from '../../words/describeTransitionLabel.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import { DryRun } from './DryRun.tsx';
import styles from './InspectorParts.module.css';

/** The state that it is in, and for how long. */
export function StateNow({ detail }: { detail: AgentDetail }) {
  const { tick } = usePage(getCurrentModelWords);
  const chart = usePage(({ run }) => run?.info.chart);
  const beside = (detail.leaves ?? []).filter(state => state !== detail.state);
  return (
    <p className={styles.now}>
      <StateDot state={detail.state} />
      <b>{describeStateName(chart, detail.state)}</b> for {formatNounCount(detail.ticksInState, tick)}
      {beside.length > 0 && `; in ${beside.map(state => describeStateName(chart, state)).join(', ')} as well`}
    </p>
  );
}

/** Lines that do not say the same. */
const removeDuplicateLines = (lines: readonly TriggerLine[]): readonly TriggerLine[] =>
  lines.filter(
    (line, position) =>
      lines.findIndex(other => other.trigger === line.trigger && other.reason === line.reason) === position,
  );

/** Each trigger of this state: what would fire now, and why the others do not. */
export function Triggers({ detail }: { detail: AgentDetail }) {
  const labelOf = useTransitionLabel();
  const chart = usePage(({ run }) => run?.info.chart);
  const calledOf = ({ trigger, target }: TriggerLine): string => {
    const label = labelOf({ trigger, source: detail.state, target });
    return label === UNNAMED ? `to ${describeStateName(chart, target)}` : label;
  };
  const { Tick } = usePage(getCurrentModelWords);
  const isBack = usePage(isLookingBack);
  return (
    <>
      <h3 className={styles.key}>
        {isBack ? `what could fire at ${Tick} ${formatRoundNumber(detail.tick)}` : 'what could fire now'}
        {detail.threshold !== null && <span>times out after {detail.threshold}</span>}
      </h3>
      <ul className={styles.triggers}>
        {removeDuplicateLines(detail.triggers).map((line, position) => (
          // Two transitions may have trigger and target in common.
          <li key={position} className={line.ready ? styles.ready : undefined}>
            <span aria-hidden="true">{line.ready ? '›' : '–'}</span>
            <b title={`${line.trigger}, to ${line.target}`}>{calledOf(line)}</b>
            <span>{line.reason}</span>
          </li>
        ))}
      </ul>
      <DryRun detail={detail} />
    </>
  );
}
