import { FEWEST_ENDED, isLoopingAgent, type StuckAgent } from '../../../engine/explain/stuck/stuckAgent.ts';
import type { PopulationReport } from '../../../workers/protocol/api.ts';
import { StateDot } from '../../controls/StateDot.tsx';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { describeStateName, getTriggerLabel, translateChartTerms } from '../../words/chartLabels.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import styles from './Statistics.module.css';

/** Rows that are listed. */
const MAX_STUCK_LISTED = 100;

/** Agents that do not get on at the round that is looked at, the most extreme first; then those that go round. */
export function StuckList({ report: { stuck, to } }: { readonly report: PopulationReport }) {
  const { Tick, tick } = usePage(getCurrentModelWords);
  if (stuck === null) return null;
  const held = stuck.agents.filter(one => !isLoopingAgent(one));
  const round = stuck.agents.filter(isLoopingAgent);
  return (
    <>
      <p className={`label ${styles.note}`}>
        {Tick} {formatRoundNumber(to)}:{' '}
        {held.length === 0
          ? 'of those that can be judged nobody is held up'
          : `judged by the ${tick}s up to it, the furthest beyond its limit first`}
        {describeListedAgents(held)}
      </p>
      <StuckRows agents={held} />
      <NoLimit stuck={stuck} />
      {round.length > 0 && (
        <>
          <h3 className={styles.round}>Going round</h3>
          <p className={`label ${styles.note}`}>
            the same states in the same order, nothing else between: where many do, it is how they work
            {describeListedAgents(round)}
          </p>
          <StuckRows agents={round} />
        </>
      )}
    </>
  );
}

/** "; the first 100 of 230"; empty if all are listed. */
const describeListedAgents = ({ length }: readonly StuckAgent[]): string =>
  length > MAX_STUCK_LISTED ? `; the first ${MAX_STUCK_LISTED} of ${formatGroupedInteger(length)}` : '';

function StuckRows({ agents }: { readonly agents: readonly StuckAgent[] }) {
  const store = usePageStore();
  const names = usePage(({ run }) => run?.info.names);
  const { tick } = usePage(getCurrentModelWords);
  const chart = usePage(({ run }) => run?.info.chart);
  const byName = usePage(state => state.triggerNames);
  const labelOf = (trigger: string) => (byName ? trigger : getTriggerLabel(chart, trigger));
  if (agents.length === 0) return null;
  return (
    <ul className={styles.stuck}>
      {agents.slice(0, MAX_STUCK_LISTED).map(({ kind, agent, state, since, reason, waits }) => (
        <li key={`${kind} ${agent} ${reason}`}>
          <button
            type="button"
            title={`${kind}, since ${tick} ${formatRoundNumber(since)}`}
            onClick={() => store.getState().select({ agents: [agent], state: null })}
          >
            <b>{names?.[agent]}</b>
            <span>
              <StateDot state={state} />{' '}
              {kind === 'rule' || byName ? reason : translateChartTerms(chart, reason)}
              {waits !== undefined && (
                <small className={`label ${styles.waits}`}>
                  {waits.map(({ trigger, reason }) => `${labelOf(trigger)}: ${reason}`).join('; ')}
                </small>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Explains why nobody counts as staying long. */
function NoLimit({ stuck: { unlimited } }: { readonly stuck: NonNullable<PopulationReport['stuck']> }) {
  const chart = usePage(({ run }) => run?.info.chart);
  const hasWarmUp = usePage(({ run }) => (run?.info.config.warmUp ?? 0) > 0);
  const told = (some: typeof unlimited) =>
    some.map(
      ({ state, agents, ended }) =>
        `${describeStateName(chart, state)} (${formatGroupedInteger(agents)} there, ${formatGroupedInteger(ended)} ended)`,
    );
  const few = told(unlimited.filter(({ ended }) => ended < FEWEST_ENDED));
  const rest = told(unlimited.filter(({ ended }) => ended >= FEWEST_ENDED));
  const since = hasWarmUp ? '; stays of the warm-up count here, and not under States' : '';
  const lines = [
    ...(few.length > 0
      ? [`no limit yet, since fewer than ${FEWEST_ENDED} stays have ended: ${few.join(', ')}${since}`]
      : []),
    ...(rest.length > 0 ? [`no limit where everybody begins and rests: ${rest.join(', ')}${since}`] : []),
  ];
  return lines.map(line => (
    <p key={line} className={`label ${styles.note}`}>
      {line}
    </p>
  ));
}
