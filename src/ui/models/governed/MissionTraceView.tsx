import { useState } from 'react';
import chart from '../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import { ChartHint } from '../../controls/chart/ChartHint.tsx';
import { ChartTitle } from '../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../controls/chart/chartLayers.ts';
import { getKeyTargetIndex } from '../../controls/chart/getKeyTargetIndex.ts';
import { useCalmPage, useLayout, usePage, usePageStore } from '../../hooks/hooks.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { getHeadLabelLeft } from '../../views/time/TimelineTools.tsx';
import {
  buildMissionTraceTable,
  describeLanesAtStep,
  describeMissionStep,
  describeMissionTrace,
} from './describeMissionTrace.ts';
import styles from './Governed.module.css';
import { getGovernedPart, getMissionSelection, type MissionPicked } from './governedPart.ts';
import { drawMissionTrace } from './trace/drawMissionTrace.ts';
import { findMissionStepAt } from './trace/missionTraceLayout.ts';
import type { TracePlot } from './trace/missionTracePlot.ts';

/** One mission step by step: what it answered, what came of it, and what governance made of it. */
export function TraceView() {
  const store = usePageStore();
  const { gutter } = useLayout();
  const [active, setActive] = useState(-1);

  /** Shows the step, and with it the mission, in the inspector. */
  const choose = (row: number | null): boolean => {
    const { trace } = getGovernedPart(store.getState());
    if (!trace || row === null) return false;
    const own: MissionPicked = { step: row };
    store.getState().select({ agents: [trace.agent], state: null, own });
    return true;
  };
  const pressed = (key: string): boolean => {
    const state = store.getState();
    if (key === 'Enter') choose(active < 0 ? null : active);
    const steps = (getGovernedPart(state).trace?.steps ?? []).filter(
      ({ tick }) => tick <= getViewedTick(state),
    );
    const at = steps.findIndex(({ row }) => row === active);
    const to = getKeyTargetIndex(key, at, steps.length);
    if (to === null) return false;
    const step = steps[to];
    if (step) state.showTick(step.tick);
    setActive(step?.row ?? -1);
    return true;
  };
  return (
    <ChartCanvas
      name="Call trace"
      testId="trace"
      plot={frame => buildMissionTracePlot(frame, active)}
      draw={drawMissionTrace}
      watch={selectMissionTraceInputs}
      share={1}
      hitTest={findMissionStepAt}
      onPick={choose}
      label="Call trace"
      told={describeMissionView}
      onKey={pressed}
      onBlur={() => setActive(-1)}
      summary={describeMissionView}
      table={state => buildMissionTraceTable(getGovernedPart(state).trace)}
      beside={twin => (
        <div className={chart.gutter}>
          <ChartTitle title="Call trace" twin={twin} />
          <TraceTitle />
        </div>
      )}
    >
      <ChartHint
        left={gutter}
        title="Step 1 comes next"
        text="Space plays, → takes one step. Here a mission is shown step by step."
      />
      <p className="hidden" aria-live="polite">
        <ActiveStep row={active} />
      </p>
    </ChartCanvas>
  );
}

const describeMissionView = (state: PageState): string => describeMissionTrace(getGovernedPart(state).trace);

function TraceTitle() {
  const title = useCalmPage(state => getGovernedPart(state).trace?.title ?? '', 'measures');
  return (
    <p className={`label ${styles.traced}`} title={title}>
      {title}
    </p>
  );
}

function ActiveStep({ row }: { readonly row: number }) {
  const words = usePage(state => {
    const { trace } = getGovernedPart(state);
    const step = trace?.steps.find(other => other.row === row);
    return step && trace ? describeMissionStep(step, trace.steps) : '';
  });
  return <>{words}</>;
}

const selectMissionTraceInputs = (state: PageState) => [
  getGovernedPart(state).trace,
  state.scale,
  state.plotWidth,
  state.head,
  getMissionSelection(state).step,
  getViewedTick(state),
];

function buildMissionTracePlot(
  { state, run, inks, width, height, gutter }: ChartFrame,
  active: number,
): TracePlot | null {
  const { trace } = getGovernedPart(state);
  if (!trace) return null;
  // While the trace of another round is on its way.
  const head = Math.min(getViewedTick(state), trace.upTo);
  const steps = trace.steps.filter(({ tick }) => tick <= head);
  return {
    steps,
    scale: state.scale,
    head,
    width: width - gutter,
    height,
    gutter,
    states: run.info.chart.states,
    selected: getMissionSelection(state).step ?? -1,
    active,
    wordsAt: getHeadLabelLeft(state),
    words: describeLanesAtStep(trace, steps),
    inks,
  };
}
