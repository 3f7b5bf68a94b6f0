import type { PlacedStep } from '../../../../engine/models/recorded/reports/recordedQueries.ts';
import type { ChartFrame } from '../../../controls/chart/chartLayers.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getViewedTick } from '../../../state/viewState.ts';
import { CallTrace, listViewedSteps, type TraceAdapter } from '../../../views/time/CallTrace.tsx';
import { getHeadLabelLeft } from '../../../views/time/TimelineTools.tsx';
import styles from '../Recorded.module.css';
import { getCaseSelection, getRecordedPart } from '../recordedPart.ts';
import { drawCaseTrace, findCaseStepAt, type TracePlot } from '../trace/drawCaseTrace.ts';
import {
  buildCaseTraceTable,
  describeCaseStep,
  describeCaseTrace,
  describeHeadLanes,
  formatCaseTitle,
} from './describeCaseTrace.ts';

const CASE_TRACE: TraceAdapter<PlacedStep, TracePlot> = {
  subject: 'case',
  titleClass: styles.traced,
  getTrace: state => getRecordedPart(state).trace,
  getStepNumber: ({ number }) => number,
  getSelected: state => getCaseSelection(state).step,
  plot: buildCaseTracePlot,
  draw: drawCaseTrace,
  hitTest: findCaseStepAt,
  describe: state => describeCaseTrace(getRecordedPart(state).trace),
  describeStep: step => describeCaseStep(step),
  buildTable: state => buildCaseTraceTable(getRecordedPart(state).trace),
  getTitle: state => escapeInvisibleText(getCaseViewTitle(state)),
  getFullTitle: state =>
    escapeInvisibleText(`${getCaseViewTitle(state)}\n${getRecordedPart(state).trace?.id ?? ''}`),
};

/** One case step by step: its states, its calls, what came of them, and which it had made before. */
export const TraceView = () => <CallTrace adapter={CASE_TRACE} />;

const getCaseViewTitle = (state: PageState): string => {
  const { trace } = getRecordedPart(state);
  return trace === null ? '' : formatCaseTitle(trace.id, state.run?.info.names[trace.agent] ?? trace.id);
};

function buildCaseTracePlot(
  { state, run, inks, width, height, gutter }: ChartFrame,
  active: number | null,
): TracePlot | null {
  const { trace } = getRecordedPart(state);
  if (!trace) return null;
  const steps = listViewedSteps(trace, state);
  return {
    steps,
    scale: state.scale,
    head: Math.min(getViewedTick(state), trace.ends - 1),
    width: width - gutter,
    height,
    states: run.info.chart.states,
    selected: getCaseSelection(state).step,
    active,
    wordsAt: getHeadLabelLeft(state),
    words: describeHeadLanes(steps),
    inks,
  };
}
