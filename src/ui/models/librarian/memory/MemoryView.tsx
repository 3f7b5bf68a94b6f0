import { useState } from 'react';
import chart from '../../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../../controls/chart/ChartCanvas.tsx';
import { ChartHint } from '../../../controls/chart/ChartHint.tsx';
import { ChartTitle } from '../../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../../controls/chart/frame.ts';
import { getKeyTargetIndex } from '../../../controls/chart/getKeyTargetIndex.ts';
import { useCalmPage, useLayout, usePage, usePageStore } from '../../../hooks/hooks.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getInspectedAgent } from '../../../state/selection.ts';
import { getViewedTick } from '../../../state/shown.ts';
import { getHeadLabelLeft, getVeilLeft } from '../../../views/time/TimelineTools.tsx';
import styles from '../Librarian.module.css';
import type { ReaderPicked } from '../librarianPart.ts';
import { getLibrarianPart } from '../librarianPart.ts';
import { getViewedSpan } from '../resources.ts';
import { drawMemoryPlot } from './draw.ts';
import { findSpanAtPoint, listSpansAtTick } from './hit.ts';
import { getMemoryLayout } from './layout.ts';
import { MemoryTip } from './MemoryTip.tsx';
import { buildMemoryTable, describeMemory, describeMemorySpan } from './memoryWords.ts';
import { getMoveHues, type MemoryPlot } from './plot.ts';
import { divideMemoryRoom } from './room.ts';

/** One agent's memory over time: working memory, storage, and the moves between them. */
export function MemoryView() {
  const store = usePageStore();
  const { gutter } = useLayout();
  const [active, setActive] = useState(-1);

  /** Shows the entry, and with it the agent, in the inspector. */
  const choose = (span: number | null): boolean => {
    const { trace } = getLibrarianPart(store.getState());
    if (!trace || span === null) return false;
    const own: ReaderPicked = { span };
    store.getState().select({ agents: [trace.agent], state: null, own });
    return true;
  };
  const pressed = (key: string): boolean => {
    const state = store.getState();
    const { trace } = getLibrarianPart(state);
    if (!trace) return false;
    if (key === 'Enter') choose(active < 0 ? null : active);
    const bands = listSpansAtTick(
      { layout: getMemoryLayout(trace) },
      Math.min(getViewedTick(state), trace.upTo),
    );
    const to = getKeyTargetIndex(key, bands.indexOf(active), bands.length);
    if (to !== null) setActive(bands[to] ?? -1);
    return to !== null;
  };
  return (
    <ChartCanvas
      name="Memory"
      testId="memory"
      plot={(frame, span: number | null) => buildMemoryPlot(frame, span ?? active)}
      draw={(ctx, plot, { state }) => drawMemoryPlot(ctx, plot, getVeilLeft(state))}
      watch={selectMemoryInputs}
      share={1}
      hitTest={findSpanAtPoint}
      onPick={choose}
      tip={(span, place) => <MemoryTip span={span} place={place} />}
      label="Memory"
      told={state => describeMemory(getLibrarianPart(state).trace, getViewedTick(state))}
      onKey={pressed}
      onBlur={() => setActive(-1)}
      summary={state => describeMemory(getLibrarianPart(state).trace)}
      table={state => buildMemoryTable(getLibrarianPart(state).trace)}
      beside={twin => (
        <div className={chart.gutter}>
          <ChartTitle title="Memory" twin={twin} />
          <MemoryTitle />
        </div>
      )}
    >
      <ChartHint
        left={gutter}
        title="Cycle 1 comes next"
        text="Space plays, → takes one cycle. Here a librarian’s memory is shown, entry by entry."
      />
      <p className="hidden" aria-live="polite">
        <ActiveEntry span={active} />
      </p>
    </ChartCanvas>
  );
}

function MemoryTitle() {
  const name = useCalmPage(state => getLibrarianPart(state).trace?.name ?? '', 'measures');
  return (
    <p className={`label ${styles.remembered}`} title="tokens by tag">
      {name}
    </p>
  );
}

function ActiveEntry({ span }: { readonly span: number }) {
  const words = usePage(state => {
    const entry = getLibrarianPart(state).trace?.spans.find(({ id }) => id === span);
    return entry ? describeMemorySpan(entry) : '';
  });
  return <>{words}</>;
}

const selectMemoryInputs = (state: PageState) => [
  getLibrarianPart(state).trace,
  state.scale,
  state.plotWidth,
  state.head,
  getViewedSpan(state),
  getViewedTick(state),
];

function buildMemoryPlot(
  { state, run, inks, width, height, gutter }: ChartFrame,
  active: number,
): MemoryPlot | null {
  const { scale, selection } = state;
  const { trace } = getLibrarianPart(state);
  if (!trace) return null;
  const layout = getMemoryLayout(trace);
  return {
    trace,
    layout,
    room: divideMemoryRoom(trace, layout, height),
    scale,
    width: width - gutter,
    height,
    selected: getInspectedAgent(selection) === null ? -1 : (getViewedSpan(state) ?? -1),
    active,
    read: Math.min(getViewedTick(state), trace.upTo),
    wordsAt: getHeadLabelLeft(state),
    hues: getMoveHues(inks, run.info.chart.states),
    inks,
  };
}
