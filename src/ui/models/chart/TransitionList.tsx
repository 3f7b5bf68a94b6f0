import { StateDot } from '../../controls/StateDot.tsx';
import { useCalmPage, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/words.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/shown.ts';
import { describeStateName } from '../../words/chartWords.ts';
import styles from './Chart.module.css';

/** How often each transition was taken up to the round that is shown. */
function describeTakenTransitions(state: PageState): string {
  const { run } = state;
  if (run === null) return '';
  const last = getViewedTick(state);
  const sums = run.info.chart.transitions.map(() => 0);
  for (let tick = run.columns.first; tick <= last; tick++)
    for (let i = 0; i < sums.length; i++) sums[i] += run.columns.flow(tick, i);
  return sums.join();
}

/** Every transition between the states that are shown, and how often it was taken. */
export function TransitionList() {
  const transitions = usePage(({ run }) => run?.info.chart.transitions) ?? [];
  const taken = useCalmPage(describeTakenTransitions).split(',').map(Number);
  const all = taken.reduce((sum, count) => sum + count, 0);
  return (
    <>
      <header className={styles.head}>
        <h2>Transitions</h2>
        <span className="label">{formatNounCount(all, 'move')} so far</span>
      </header>
      <ul className={styles.list}>
        {transitions.map(({ trigger, source, target, guard, isRest }, i) => {
          if (isRest && taken[i] === 0) return null;
          return (
            <li key={i}>
              <span className={styles.trigger}>{trigger}</span>
              <span className={styles.way}>
                <End state={source} /> → <End state={target} />
                {guard !== null && <span className="label"> if {guard}</span>}
              </span>
              <span className={styles.count}>{formatGroupedInteger(taken[i] ?? 0)}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** A state at an end of a transition. */
function End({ state }: { readonly state: string }) {
  const chart = usePage(({ run }) => run?.info.chart);
  if (state === '*') return <>any state</>;
  return (
    <span className={styles.end}>
      <StateDot state={state} /> {describeStateName(chart, state)}
    </span>
  );
}
