import type { PopulationReport } from '../../../workers/api.ts';
import { usePage, usePageStore } from '../../hooks.ts';
import { wordsNow } from '../../models/looks.ts';
import { roundNumber } from '../../words/clock.ts';
import { StateDot } from '../StateDot.tsx';
import styles from './Statistics.module.css';

/** Rows that are listed. */
const LISTED = 100;

/** Agents that do not get on at the round that is looked at, the most extreme first. */
export function StuckList({ report: { stuck, to } }: { readonly report: PopulationReport }) {
  const store = usePageStore();
  const names = usePage(({ run }) => run?.info.names);
  const { Tick, tick } = usePage(wordsNow);
  if (stuck === null) return null;
  return (
    <>
      <p className={`label ${styles.note}`}>
        {Tick} {roundNumber(to)}:{' '}
        {stuck.length === 0
          ? `nobody stays longer than 95 of 100 stays, and nobody goes in a circle`
          : `judged by the ${tick}s up to it, the furthest beyond its limit first`}
        {stuck.length > LISTED && `; the first ${LISTED} of ${stuck.length}`}
      </p>
      <ul className={styles.stuck}>
        {stuck.slice(0, LISTED).map(({ kind, agent, state, since, reason }) => (
          <li key={`${kind} ${agent} ${reason}`}>
            <button
              type="button"
              title={`${kind}, since ${tick} ${roundNumber(since)}`}
              onClick={() => store.getState().select({ agents: [agent], state: null })}
            >
              <b>{names?.[agent]}</b>
              <span>
                <StateDot state={state} /> {reason}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
