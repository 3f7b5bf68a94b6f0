import type { StepRow } from '../../../engine/statistics/stepReport.ts';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import styles from './Statistics.module.css';

/** The agents for which a step failed, the most times first; a press shows one at its last failure. */
export function FailureList({ row: { name, failed, failedWho } }: { readonly row: StepRow }) {
  const store = usePageStore();
  const names = usePage(({ run }) => run?.info.names);
  const { Tick } = usePage(getCurrentModelWords);
  const counted = failedWho.reduce((sum, { times }) => sum + times, 0);
  const show = (agent: number, last: number) => {
    const { head, select } = store.getState();
    select({ agents: [agent], state: null, cursor: last === head ? null : last });
  };
  return (
    <>
      <h3 className={styles.round}>{name} failed for</h3>
      <p className={`label ${styles.note}`}>
        {formatNounCount(failedWho.length, 'agent')}, {formatGroupedInteger(counted)} of{' '}
        {formatGroupedInteger(failed)} failures; a press shows the last one
      </p>
      <ul className={styles.stuck} aria-label={`Failures of ${name}`}>
        {failedWho.map(({ agent, times, last }) => (
          <li key={agent}>
            <button type="button" onClick={() => show(agent, last)}>
              <b>{names?.[agent]}</b>
              <span>
                {formatNounCount(times, 'time')}, {times === 1 ? 'in' : 'the last in'} {Tick}{' '}
                {formatRoundNumber(last)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
