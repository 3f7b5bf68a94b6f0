import { useState } from 'react';
import type { MemoryTrace, Span } from '../../../../engine/models/librarian/reports/librarianDetail.ts';
import { findTickAtX } from '../../../charts/timeScale.ts';
import chart from '../../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../../controls/chart/ChartCanvas.tsx';
import { ChartHint } from '../../../controls/chart/ChartHint.tsx';
import { ChartTip, type TipPlace } from '../../../controls/chart/ChartTip.tsx';
import { ChartTitle } from '../../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../../controls/chart/chartLayers.ts';
import { getKeyTargetIndex } from '../../../controls/chart/getKeyTargetIndex.ts';
import type { TableData } from '../../../controls/tableData.ts';
import { useCalmPage, useLayout, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getInspectedAgent } from '../../../state/selection.ts';
import { getViewedTick } from '../../../state/viewState.ts';
import { getHeadLabelLeft, getVeilLeft } from '../../../views/time/TimelineTools.tsx';
import { CAME, LEFT } from '../describeRecall.ts';
import styles from '../Librarian.module.css';
import { getLibrarianPart, type ReaderPicked } from '../librarianPart.ts';
import { getViewedSpan } from '../librarianResources.ts';
import { countMovesUpTo } from './drawMemoryLabels.ts';
import { drawMemoryPlot } from './drawMemoryPlot.ts';
import { getMemoryLayout, listLiveRuns, type MemoryRun, type Stack } from './memoryLayout.ts';
import { getMemoryPlotEnd, getMoveHues, type MemoryPlot } from './memoryPlot.ts';
import { divideMemoryRoom, getMemoryRunEdges } from './room.ts';

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
      spoken={state => describeMemory(getLibrarianPart(state).trace, getViewedTick(state))}
      onKey={pressed}
      onBlur={() => setActive(-1)}
      summary={state => describeMemory(getLibrarianPart(state).trace)}
      table={state => buildMemoryTable(getLibrarianPart(state).trace)}
      tools={twin => (
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

interface Props {
  /** Id of the entry under the pointer; null for none. */
  readonly span: number | null;
  readonly place: TipPlace;
}

/** Tag, tokens, since when, and how it came and went. */
function MemoryTip({ span: id, place }: Props) {
  const span = usePage(state => getLibrarianPart(state).trace?.spans.find(other => other.id === id));
  if (!span) return null;
  return (
    <ChartTip place={place} gap={[16, 14]} width={232} height={76}>
      <p>
        <b>{escapeInvisibleText(span.tag)}</b>
      </p>
      <p>
        {formatNounCount(span.tokens, 'token')} in {span.place === 'working' ? 'working memory' : 'storage'}{' '}
        {formatSpanStart(span)}
      </p>
      <p className="label">
        {CAME[span.cause]}
        {span.to !== null && `, then ${LEFT[span.end ?? 'remove']} in Cycle ${span.to}`}
      </p>
    </ChartTip>
  );
}

/** Pixels by which a band may be missed. */
const BAND_HIT_DISTANCE = 3;

/** Id of the span under a point; null for none. */
export function findSpanAtPoint(plot: MemoryPlot, x: number, y: number): number | null {
  if (x < 0 || x > getMemoryPlotEnd(plot)) return null;
  const { layout, room, scale } = plot;
  const tick = findTickAtX(scale, x);
  return findNearestSpan(
    plot,
    y < room.base + (room.hang - room.base) / 2 ? layout.working : layout.storage,
    tick,
    y,
  );
}

function findNearestSpan({ room }: MemoryPlot, stack: Stack, tick: number, y: number): number | null {
  let best: MemoryRun | null = null;
  let least = BAND_HIT_DISTANCE;
  for (const run of listLiveRuns(stack, tick)) {
    const [top, bottom] = getMemoryRunEdges(room, run);
    const miss = Math.max(top - y, y - bottom, 0);
    if (miss > least || (best && miss === least && miss > 0)) continue;
    best = run;
    least = miss;
  }
  return best?.span.id ?? null;
}

/** Ids in a tick in the order in which the keyboard goes down through them: the newest of working memory first. */
export const listSpansAtTick = ({ layout }: Pick<MemoryPlot, 'layout'>, tick: number): readonly number[] => [
  ...listLiveRuns(layout.working, tick)
    .map(({ span }) => span.id)
    .reverse(),
  ...listLiveRuns(layout.storage, tick).map(({ span }) => span.id),
];

const PLACES = { working: 'working memory', storage: 'storage' } as const;

/** "Hugo Lindqvist: 5 entries, 1,770 tokens in working memory, …; 16 moved out by paging, …." */
export function describeMemory(trace: MemoryTrace | null, tick = trace?.upTo ?? 0): string {
  if (!trace) return 'Nobody remembers anything yet.';
  const layout = getMemoryLayout(trace);
  const places = (['working', 'storage'] as const).map(place => {
    const live = listLiveRuns(layout[place], tick);
    const tokens = live.reduce((sum, { span }) => sum + span.tokens, 0);
    return `${formatNounCount(live.length, 'entry', 'entries')}, ${formatNounCount(tokens, 'token')} in ${PLACES[place]}`;
  });
  const moved = countMovesUpTo(trace, tick).map(
    ({ count, words }) => `${formatGroupedInteger(count)} ${words}`,
  );
  return `${trace.name}: ${places.join('; ')}; ${moved.join(', ')}.`;
}

/** "since Cycle 51" */
const formatSpanStart = ({ from }: Span): string =>
  from <= 0 ? 'from the beginning' : `since Cycle ${from}`;

/** "letter_text, 480 tokens in working memory since Cycle 46, loaded" */
export function describeMemorySpan(span: Span): string {
  const until = span.to === null ? '' : ` until Cycle ${span.to}, ${LEFT[span.end ?? 'remove']}`;
  return `${escapeInvisibleText(span.tag)}, ${formatNounCount(span.tokens, 'token')} in ${PLACES[span.place]} ${formatSpanStart(span)}, ${CAME[span.cause]}${until}`;
}

/** A table of entries, each for as long as it stayed in one place, newest first. */
export function buildMemoryTable(trace: MemoryTrace | null): TableData {
  const head = ['tag', 'place', 'tokens', 'from cycle', 'to cycle', 'how it came', 'how it left'];
  const rows = (trace?.spans ?? [])
    .map(({ tag, place, tokens, from, to, cause, end }) => [
      escapeInvisibleText(tag),
      PLACES[place],
      tokens,
      from,
      to ?? '',
      CAME[cause],
      end === null ? '' : LEFT[end],
    ])
    .reverse();
  return { head, rows };
}
