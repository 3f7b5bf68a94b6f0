import { useState } from 'react';
import chart from '../../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../../controls/chart/ChartCanvas.tsx';
import { ChartHint } from '../../../controls/chart/ChartHint.tsx';
import { ChartTitle } from '../../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../../controls/chart/frame.ts';
import { ledTo } from '../../../controls/chart/ledTo.ts';
import { useCalmPage, useLayout, usePage, usePageStore } from '../../../hooks/hooks.ts';
import type { PageState } from '../../../state/pageState.ts';
import { inspected } from '../../../state/selection.ts';
import { shownTick } from '../../../state/shown.ts';
import { besideHead, veiledFrom } from '../../../views/time/TimelineTools.tsx';
import styles from '../Librarian.module.css';
import type { ReaderPicked } from '../librarianPart.ts';
import { librarianOf } from '../librarianPart.ts';
import { shownSpan } from '../resources.ts';
import { drawMemory } from './draw.ts';
import { hitMemory, inOrder } from './hit.ts';
import { layoutOf } from './layout.ts';
import { MemoryTip } from './MemoryTip.tsx';
import { memorySentence, memoryTable, spanSentence } from './memoryWords.ts';
import { huesOf, type MemoryPlot } from './plot.ts';
import { roomOf } from './room.ts';

/** One agent's memory over time: working memory, storage, and the moves between them. */
export function MemoryView() {
  const store = usePageStore();
  const { gutter } = useLayout();
  const [active, setActive] = useState(-1);

  /** Shows the entry, and with it the agent, in the inspector. */
  const choose = (span: number | null): boolean => {
    const { trace } = librarianOf(store.getState());
    if (!trace || span === null) return false;
    const own: ReaderPicked = { span };
    store.getState().select({ agents: [trace.agent], state: null, own });
    return true;
  };
  const pressed = (key: string): boolean => {
    const state = store.getState();
    const { trace } = librarianOf(state);
    if (!trace) return false;
    if (key === 'Enter') choose(active < 0 ? null : active);
    const bands = inOrder({ layout: layoutOf(trace) }, Math.min(shownTick(state), trace.upTo));
    const to = ledTo(key, bands.indexOf(active), bands.length);
    if (to !== null) setActive(bands[to] ?? -1);
    return to !== null;
  };
  return (
    <ChartCanvas
      name="Memory"
      testId="memory"
      plot={(frame, span: number | null) => plotOf(frame, span ?? active)}
      draw={(ctx, plot, { state }) => drawMemory(ctx, plot, veiledFrom(state))}
      watch={watchMemory}
      share={1}
      hitTest={hitMemory}
      onPick={choose}
      tip={(span, place) => <MemoryTip span={span} place={place} />}
      label="Memory"
      told={state => memorySentence(librarianOf(state).trace, shownTick(state))}
      onKey={pressed}
      onBlur={() => setActive(-1)}
      summary={state => memorySentence(librarianOf(state).trace)}
      table={state => memoryTable(librarianOf(state).trace)}
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
  const name = useCalmPage(state => librarianOf(state).trace?.name ?? '', 'measures');
  return (
    <p className={`label ${styles.remembered}`} title="tokens by tag">
      {name}
    </p>
  );
}

function ActiveEntry({ span }: { readonly span: number }) {
  const words = usePage(state => {
    const entry = librarianOf(state).trace?.spans.find(({ id }) => id === span);
    return entry ? spanSentence(entry) : '';
  });
  return <>{words}</>;
}

const watchMemory = (state: PageState) => [
  librarianOf(state).trace,
  state.scale,
  state.plotWidth,
  state.head,
  shownSpan(state),
  shownTick(state),
];

function plotOf({ state, run, inks, width, height, gutter }: ChartFrame, active: number): MemoryPlot | null {
  const { scale, selection } = state;
  const { trace } = librarianOf(state);
  if (!trace) return null;
  const layout = layoutOf(trace);
  return {
    trace,
    layout,
    room: roomOf(trace, layout, height),
    scale,
    width: width - gutter,
    height,
    selected: inspected(selection) === null ? -1 : (shownSpan(state) ?? -1),
    active,
    read: Math.min(shownTick(state), trace.upTo),
    wordsAt: besideHead(state),
    hues: huesOf(inks, run.info.chart.states),
    inks,
  };
}
