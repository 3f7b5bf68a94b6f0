import { useState } from 'react';
import chart from '../../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../../controls/chart/ChartCanvas.tsx';
import { ChartHint } from '../../../controls/chart/ChartHint.tsx';
import { ChartTitle } from '../../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../../controls/chart/chartLayers.ts';
import { getKeyTargetIndex } from '../../../controls/chart/getKeyTargetIndex.ts';
import { useCalmPage, useLayout, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../../model/getModelAppearance.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getViewedTick } from '../../../state/viewState.ts';
import { getHeadLabelLeft } from '../../../views/time/TimelineTools.tsx';
import styles from '../Recorded.module.css';
import { getCaseSelection, getRecordedPart } from '../recordedPart.ts';
import { findCaseStepAt, type TracePlot } from '../trace/caseTraceLayout.ts';
import { drawCaseTrace } from '../trace/drawCaseTrace.ts';
import {
  buildCaseTraceTable,
  describeCaseStep,
  describeCaseTrace,
  describeHeadLanes,
  formatCaseTitle,
} from './describeCaseTrace.ts';

/** One case step by step: its states, its calls, what came of them, and which it had made before. */
export function TraceView() {
  const store = usePageStore();
  const { gutter } = useLayout();
  const { tick, Tick } = usePage(getCurrentModelWords);
  const [active, setActive] = useState(0);

  /** Shows the step, and with it the case, in the inspector. */
  const choose = (step: number | null): boolean => {
    const { trace } = getRecordedPart(store.getState());
    if (!trace || step === null) return false;
    store.getState().select({ agents: [trace.agent], state: null, own: { step } });
    return true;
  };
  const pressed = (key: string): boolean => {
    const state = store.getState();
    if (key === 'Enter') choose(active === 0 ? null : active);
    const steps = getCurrentCaseSteps(state);
    const to = getKeyTargetIndex(
      key,
      steps.findIndex(({ number }) => number === active),
      steps.length,
    );
    if (to === null) return false;
    const step = steps[to];
    if (step) state.showTick(step.tick);
    setActive(step?.number ?? 0);
    return true;
  };
  return (
    <ChartCanvas
      name="Call trace"
      testId="trace"
      plot={frame => buildCaseTracePlot(frame, active)}
      draw={drawCaseTrace}
      watch={selectCaseTraceInputs}
      share={1}
      hitTest={findCaseStepAt}
      onPick={choose}
      label="Call trace"
      told={describeCaseView}
      onKey={pressed}
      onBlur={() => setActive(0)}
      summary={describeCaseView}
      table={state => buildCaseTraceTable(getRecordedPart(state).trace)}
      beside={twin => (
        <div className={chart.gutter}>
          <ChartTitle title="Call trace" twin={twin} />
          <TraceTitle />
        </div>
      )}
    >
      <ChartHint
        left={gutter}
        title={`${Tick} 1 comes next`}
        text={`Space plays, → takes one ${tick}. Here a case is shown step by step.`}
      />
      <p className="hidden" aria-live="polite">
        <ActiveStep number={active} />
      </p>
    </ChartCanvas>
  );
}

const describeCaseView = (state: PageState): string => describeCaseTrace(getRecordedPart(state).trace);

const getCurrentCaseSteps = (state: PageState) =>
  (getRecordedPart(state).trace?.steps ?? []).filter(({ tick }) => tick <= getViewedTick(state));

function TraceTitle() {
  const id = useCalmPage(state => getRecordedPart(state).trace?.id ?? '', 'measures');
  const title = useCalmPage(getCaseViewTitle, 'measures');
  return (
    <p className={`label ${styles.traced}`} title={escapeInvisibleText(`${title}\n${id}`)}>
      {escapeInvisibleText(title)}
    </p>
  );
}

const getCaseViewTitle = (state: PageState): string => {
  const { trace } = getRecordedPart(state);
  return trace === null ? '' : formatCaseTitle(trace.id, state.run?.info.names[trace.agent] ?? trace.id);
};

function ActiveStep({ number }: { readonly number: number }) {
  const words = usePage(state => {
    const step = getRecordedPart(state).trace?.steps.find(other => other.number === number);
    return step ? describeCaseStep(step) : '';
  });
  return <>{words}</>;
}

const selectCaseTraceInputs = (state: PageState) => [
  getRecordedPart(state).trace,
  state.scale,
  state.plotWidth,
  state.head,
  getCaseSelection(state).step,
  getViewedTick(state),
];

function buildCaseTracePlot(
  { state, run, inks, width, height, gutter }: ChartFrame,
  active: number,
): TracePlot | null {
  const { trace } = getRecordedPart(state);
  if (!trace) return null;
  const steps = getCurrentCaseSteps(state);
  return {
    steps,
    scale: state.scale,
    head: Math.min(getViewedTick(state), trace.ends - 1),
    width: width - gutter,
    height,
    states: run.info.chart.states,
    selected: getCaseSelection(state).step ?? 0,
    active,
    wordsAt: getHeadLabelLeft(state),
    words: describeHeadLanes(steps),
    inks,
  };
}
