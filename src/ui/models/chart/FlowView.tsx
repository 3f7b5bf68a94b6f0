import type { Tick } from '../../../engine/core/indices.ts';
import chart from '../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import { ChartHint } from '../../controls/chart/ChartHint.tsx';
import { ChartTitle } from '../../controls/chart/ChartTitle.tsx';
import { useLayout } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { PlaceSwitch } from '../../views/time/PlaceSwitch.tsx';
import { buildFlowPlot, drawFlowPlot, formatTransitionEnds } from './buildFlowPlot.ts';

/** Flows between the states: a row for each transition, a bar for each tick. */
export function FlowView() {
  const { gutter } = useLayout();
  return (
    <ChartCanvas
      name="Flow"
      testId="flow"
      plot={buildFlowPlot}
      draw={drawFlowPlot}
      watch={state => [state.head, state.scale, state.plotWidth, getViewedTick(state), state.run]}
      share={1}
      label="Flow"
      told={describeFlows}
      summary={describeFlows}
      table={buildFlowTable}
      beside={twin => (
        <>
          <div className={chart.gutter}>
            <ChartTitle title="Flow" twin={twin} />
            <PlaceSwitch own="flow" />
          </div>
          <ChartHint
            left={gutter}
            title="Tick 1 comes next"
            text="Space plays, → takes one tick. This shows how many take each transition."
          />
        </>
      )}
    />
  );
}

/** The tick that is read, in words. */
function describeFlows(state: PageState): string {
  const { run } = state;
  if (run === null) return '';
  const tick = getViewedTick(state);
  const parts = run.info.chart.transitions.flatMap((transition, i) => {
    const flow = run.columns.has(tick) ? run.columns.flow(tick, i) : 0;
    return flow > 0 ? [`${flow} ${transition.trigger} (${formatTransitionEnds(transition)})`] : [];
  });
  return `Tick ${tick}: ${parts.length > 0 ? parts.join(', ') : 'nobody moved'}.`;
}

function buildFlowTable({ run, head }: PageState) {
  const transitions = run?.info.chart.transitions ?? [];
  const rows: (string | number)[][] = [];
  // The newest first, as in the other tables.
  for (let tick: Tick = head; run !== null && tick >= run.columns.first; tick--)
    rows.push([tick, ...transitions.map((_, i) => run.columns.flow(tick, i))]);
  return {
    head: ['tick', ...transitions.map(one => `${one.trigger}: ${formatTransitionEnds(one)}`)],
    rows,
    note: formatNounCount(rows.length, 'tick'),
  };
}
