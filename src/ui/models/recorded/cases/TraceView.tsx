import { useState } from 'react';
import chart from '../../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../../controls/chart/ChartCanvas.tsx';
import { ChartHint } from '../../../controls/chart/ChartHint.tsx';
import { ChartTitle } from '../../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../../controls/chart/frame.ts';
import { ledTo } from '../../../controls/chart/ledTo.ts';
import { useCalmPage, useLayout, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText } from '../../../lib/words.ts';
import { wordsNow } from '../../../model/looks.ts';
import type { PageState } from '../../../state/pageState.ts';
import { shownTick } from '../../../state/shown.ts';
import { besideHead } from '../../../views/time/TimelineTools.tsx';
import styles from '../Recorded.module.css';
import { casePicked, recordedOf } from '../recordedPart.ts';
import { drawTrace } from '../trace/draw.ts';
import { hitTrace, type TracePlot } from '../trace/layout.ts';
import { caseTitle, stepSentence, traceSentence, traceTable, wordsBeside } from './traceWords.ts';

/** One case step by step: its states, its calls, what came of them, and which it had made before. */
export function TraceView() {
  const store = usePageStore();
  const { gutter } = useLayout();
  const { tick, Tick } = usePage(wordsNow);
  const [active, setActive] = useState(0);

  /** Shows the step, and with it the case, in the inspector. */
  const choose = (step: number | null): boolean => {
    const { trace } = recordedOf(store.getState());
    if (!trace || step === null) return false;
    store.getState().select({ agents: [trace.agent], state: null, own: { step } });
    return true;
  };
  const pressed = (key: string): boolean => {
    const state = store.getState();
    if (key === 'Enter') choose(active === 0 ? null : active);
    const steps = stepsNow(state);
    const to = ledTo(
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
      plot={frame => plotOf(frame, active)}
      draw={drawTrace}
      watch={watchTrace}
      share={1}
      hitTest={hitTrace}
      onPick={choose}
      label="Call trace"
      told={sentenceOf}
      onKey={pressed}
      onBlur={() => setActive(0)}
      summary={sentenceOf}
      table={state => traceTable(recordedOf(state).trace)}
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

const sentenceOf = (state: PageState): string => traceSentence(recordedOf(state).trace);

const stepsNow = (state: PageState) =>
  (recordedOf(state).trace?.steps ?? []).filter(({ tick }) => tick <= shownTick(state));

function TraceTitle() {
  const id = useCalmPage(state => recordedOf(state).trace?.id ?? '', 'measures');
  const title = useCalmPage(titleOf, 'measures');
  return (
    <p className={`label ${styles.traced}`} title={escapeInvisibleText(`${title}\n${id}`)}>
      {escapeInvisibleText(title)}
    </p>
  );
}

const titleOf = (state: PageState): string => {
  const { trace } = recordedOf(state);
  return trace === null ? '' : caseTitle(trace.id, state.run?.info.names[trace.agent] ?? trace.id);
};

function ActiveStep({ number }: { readonly number: number }) {
  const words = usePage(state => {
    const step = recordedOf(state).trace?.steps.find(other => other.number === number);
    return step ? stepSentence(step) : '';
  });
  return <>{words}</>;
}

const watchTrace = (state: PageState) => [
  recordedOf(state).trace,
  state.scale,
  state.plotWidth,
  state.head,
  casePicked(state).step,
  shownTick(state),
];

function plotOf({ state, run, inks, width, height, gutter }: ChartFrame, active: number): TracePlot | null {
  const { trace } = recordedOf(state);
  if (!trace) return null;
  const steps = stepsNow(state);
  return {
    steps,
    scale: state.scale,
    head: Math.min(shownTick(state), trace.ends - 1),
    width: width - gutter,
    height,
    states: run.info.chart.states,
    selected: casePicked(state).step ?? 0,
    active,
    wordsAt: besideHead(state),
    words: wordsBeside(steps),
    inks,
  };
}
