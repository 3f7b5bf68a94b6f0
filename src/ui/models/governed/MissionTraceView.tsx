import type { MissionStep } from '../../../engine/models/governed/missionStep.ts';
import type { ChartFrame } from '../../controls/chart/chartLayers.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { CallTrace, type TraceAdapter } from '../../views/time/CallTrace.tsx';
import { getHeadLabelLeft } from '../../views/time/TimelineTools.tsx';
import {
  buildMissionTraceTable,
  describeLanesAtStep,
  describeMissionStep,
  describeMissionTrace,
} from './describeMissionTrace.ts';
import styles from './Governed.module.css';
import { getGovernedPart, getMissionSelection } from './governedPart.ts';
import { drawMissionTrace, type TracePlot } from './trace/missionTraceLabels.ts';
import { findMissionStepAt } from './trace/missionTraceLayout.ts';

const MISSION_TRACE: TraceAdapter<MissionStep, TracePlot> = {
  subject: 'mission',
  titleClass: styles.traced,
  getTrace: state => getGovernedPart(state).trace,
  getStepNumber: ({ row }) => row,
  getSelected: state => getMissionSelection(state).step,
  plot: buildMissionTracePlot,
  draw: drawMissionTrace,
  hitTest: findMissionStepAt,
  describe: state => describeMissionTrace(getGovernedPart(state).trace),
  describeStep: describeMissionStep,
  buildTable: state => buildMissionTraceTable(getGovernedPart(state).trace),
  getTitle: state => getGovernedPart(state).trace?.title ?? '',
  getFullTitle: state => getGovernedPart(state).trace?.title ?? '',
};

/** One mission step by step: what it answered, what came of it, and what governance made of it. */
export const TraceView = () => <CallTrace adapter={MISSION_TRACE} />;

function buildMissionTracePlot(
  { state, run, inks, width, height, gutter }: ChartFrame,
  active: number | null,
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
    selected: getMissionSelection(state).step,
    active,
    wordsAt: getHeadLabelLeft(state),
    words: describeLanesAtStep(trace, steps),
    inks,
  };
}
