import { Fragment } from 'react';
import type { Tick } from '../../../engine/core/indices.ts';
import { useCalmPage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import type { PageState } from '../../state/pageState.ts';
import { describeStateName } from '../../words/chartLabels.ts';

/** Maximum number of named states, if others are left. */
const MAX_STATES_NAMED = 3;

interface Share {
  readonly state: string;
  readonly count: number;
}

/** States by how many were in them, most first; ties in the chart's order. */
function computeStateShares({ run }: PageState, tick: Tick): readonly Share[] {
  if (run === null || tick > run.columns.head) return [];
  return run.info.chart.states
    .map((state, i) => ({
      state: describeStateName(run.info.chart, state),
      count: run.columns.count(tick, i),
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/** "247 for, 130 undecided, 12 elsewhere": the states of most agents. */
export function Whereabouts({ tick }: { readonly tick: Tick }) {
  const text = useCalmPage(state => JSON.stringify(computeStateShares(state, tick)));
  const shares = JSON.parse(text) as readonly Share[];
  // A single one is not summed up.
  const named = shares.length === MAX_STATES_NAMED + 1 ? shares.length : MAX_STATES_NAMED;
  const others = shares.slice(named).reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {shares.slice(0, named).map(({ state, count }, i) => (
        <Fragment key={state}>
          {i > 0 && ', '}
          <b>{formatGroupedInteger(count)}</b> {state}
        </Fragment>
      ))}
      {others > 0 && `, ${formatGroupedInteger(others)} elsewhere`}
    </>
  );
}
