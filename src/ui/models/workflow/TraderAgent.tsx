import type { AgentDetail } from '../../../engine/model/detail.ts';
import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type { WorkflowDetail } from '../../../engine/models/workflow/reports/detail.ts';
import { StateDot } from '../../controls/StateDot.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { AgentHistory } from '../../views/inspector/AgentHistory.tsx';
import { Triggers } from '../../views/inspector/AgentNow.tsx';
import { CloseAgent } from '../../views/inspector/CloseAgent.tsx';
import inspector from '../../views/inspector/InspectorParts.module.css';
import { describeBalance, describeProfit } from './exchange/exchangeWords.ts';
import { TurnSection } from './TurnSection.tsx';
import { VariableList } from './VariableList.tsx';
import styles from './Workflow.module.css';

/** One agent: what it has, what it knows, what it was asked in the tick that is shown and what came of it. */
export function TraderAgent() {
  const detail = usePage(state => state.detail);
  const trader = selectAgentModelPart<WorkflowDetail>('workflow', detail?.model);
  if (!detail || trader === null) return null;
  return (
    <>
      <header className={inspector.head}>
        <h2>
          {detail.id} <span className={inspector.id}>{trader.name}</span>
        </h2>
        <CloseAgent />
      </header>
      <Now detail={detail} trader={trader} />
      <TurnSection />
      <Triggers detail={detail} />
      <VariableList trader={trader} tick={detail.tick} />
      <AgentHistory detail={detail} />
    </>
  );
}

const HANDS = {
  none: 'Nothing in hand',
  untested: 'not tested yet',
  works: 'and it works',
  broken: 'and it is broken',
} as const;

/** "● observing. Made 4, sold 4, bought none. artifact_031 in hand, not tested yet." */
function Now({ detail, trader }: { readonly detail: AgentDetail; readonly trader: WorkflowDetail }) {
  const { made, sold, bought, hand, stopped } = trader;
  return (
    <>
      <p className={inspector.now}>
        <StateDot state={detail.state} />
        <b>{detail.state}</b>. Made {made}, sold {sold}, bought {bought}.{' '}
        {hand.artifact === null ? HANDS.none : `${hand.artifact} in hand, ${HANDS[hand.is]}`}.
      </p>
      <p className={styles.account}>
        It {describeProfit(trader)}; {describeBalance(trader)}.
      </p>
      {stopped && (
        <p className={styles.stopped}>
          Stopped in tick {stopped.tick} by step {stopped.step}: {stopped.reason}.
        </p>
      )}
    </>
  );
}
