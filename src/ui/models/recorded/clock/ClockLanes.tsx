import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ClockReport } from '../../../../engine/models/recorded/clock/buildClockReport.ts';
import { ChartCanvas } from '../../../controls/chart/ChartCanvas.tsx';
import { ChartTip, type TipPlace } from '../../../controls/chart/ChartTip.tsx';
import type { ChartFrame } from '../../../controls/chart/chartLayers.ts';
import { useLayout, usePage, usePageStore, useSize } from '../../../hooks/hooks.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getInspectedAgent } from '../../../state/selection.ts';
import { getViewedTick } from '../../../state/viewState.ts';
import { findSearchedAgents } from '../../../store/found.ts';
import { getSilentAgents } from '../live/silence.ts';
import { getCaseSelection } from '../recordedPart.ts';
import styles from './Clock.module.css';
import { ClockTools } from './ClockTools.tsx';
import { findClockMove, scrollToLane } from './clockKeys.ts';
import {
  type ClockLane,
  type ClockOrder,
  getClockFamilies,
  getLanesHeight,
  LANE,
  LOW_LANE,
  listClockLanes,
  orderClockCases,
} from './clockLanes.ts';
import {
  AXIS,
  type ClockHit,
  type ClockPlace,
  type ClockPlot,
  convertXToTime,
  findClockHit,
} from './clockPlot.ts';
import { type ClockWindow, findZoomAnchor } from './clockWindow.ts';
import {
  buildClockTable,
  describeClock,
  describeClockSpan,
  describeLaneEnd,
  type SpanWords,
} from './describeClock.ts';
import { describeLane, drawClock } from './drawClock.ts';
import { getClockCase } from './getClockCase.ts';
import { PerfettoDialog } from './PerfettoDialog.tsx';
import type { KnownClock } from './useClock.ts';
import { useClockGestures } from './useClockGestures.ts';
import { type ClockHold, useClockWindow } from './useClockWindow.ts';

/** Factor of a key or button that zooms, and share of the stretch that a key moves it. */
const [ZOOM, PAN] = [1.5, 0.15];
/** Height above the lanes, and that of the view below which a lane has one line of words. */
const [HEAD, LOW] = [32, 290];
/** Widths of the names and of the words at the end of a lane, by the width of the view. */
const WIDTHS = { wide: [196, 208], medium: [172, 150], narrow: [124, 12] } as const;
/** Width below which lanes have no words at their ends: they stand below the names. */
const NARROW = 520;

/** Left and right edge of the time. */
function measureSides(width: number): readonly [left: number, right: number] {
  const [left, end] = width < NARROW ? WIDTHS.narrow : width < 860 ? WIDTHS.medium : WIDTHS.wide;
  return [left, Math.max(left + 40, width - end)];
}

interface Props {
  readonly clock: KnownClock;
  readonly now: number | null;
}

/** All cases by the clock, a lane each: their steps as bars, waits and gaps, and below each its sub-agents. */
export function ClockLanes({ clock, now }: Props) {
  const { report, names } = clock;
  const store = usePageStore();
  const { gutter } = useLayout();
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<ClockPlot | null>(null);
  const [by, setBy] = useState<ClockOrder>('begin');
  const [isExporting, setExporting] = useState(false);
  const { active, reached, reach } = useReachedPlace();
  const selected = usePage(state => getInspectedAgent(state.selection));
  const hold = useClockWindow(report, usePage(getClockCase), now);
  const [height, setHeight] = useState(0);
  const { width } = useSize(place);
  const isLow = height < LOW && width >= NARROW;
  const { lanes, toggle } = useLanes(clock, { by, selected, lane: isLow ? LOW_LANE : LANE });
  const [scrolled, setScrolled] = useState(0);
  const room = Math.max(0, height - HEAD - AXIS);
  const most = Math.max(0, getLanesHeight(lanes) - room);
  const scroll = (to: number) => setScrolled(Math.max(0, Math.min(most, to)));
  const scrolledTo = Math.min(scrolled, most);
  const [left, right] = measureSides(width);
  const perPixel = (hold.window.until - hold.window.from) / Math.max(1, right - left);

  useClockGestures(place, {
    zoom: (factor, x) =>
      hold.zoom(
        factor,
        convertXToTime({ window: hold.window, left, right }, Math.max(left, Math.min(right, x))),
      ),
    move(dx, dy) {
      if (dx !== 0) hold.pan(-dx * perPixel);
      if (dy !== 0) scroll(scrolledTo - dy);
    },
  });
  useSelectionInSight({ clock, lanes, hold, scrolled: scrolledTo, room, scroll });

  const plotOf = ({ state, run, inks, height: below }: ChartFrame): ClockPlot => {
    const viewed = getViewedTick(state);
    const { states } = run.info.chart;
    drawn.current = {
      ...{ report, lanes, names, window: hold.window, scrolled: scrolledTo, width, height: below },
      ...{ left, right, now, viewed, selected, step: getCaseSelection(state).step, active, inks },
      ends: agent => describeLaneEnd(report, agent, { viewed, now, states, silent: getSilentAgents(state) }),
    };
    return drawn.current;
  };
  const choose = (hit: ClockHit | null): boolean => {
    const lane = hit === null ? undefined : lanes[hit.lane];
    if (hit === null || lane === undefined) return true;
    if (hit.isFold) toggle(lane.agent);
    else {
      const step = hit.span === null ? null : report.step[hit.span];
      store.getState().select({ agents: [lane.agent], state: null, own: { step } });
    }
    return true;
  };
  const pressed = (key: string): boolean => {
    if (drawn.current === null) return false;
    const at = reached.current;
    if (key === 'Enter' && at !== null) return choose({ ...at, isFold: false });
    const plot = { ...drawn.current, lanes, active: at };
    const move = findClockMove(plot, key);
    if (move === null) return false;
    if (move.does === 'go') {
      reach(move.to);
      scroll(scrollToLane(plot, move.to.lane, room));
      const { span } = move.to;
      if (span !== null) hold.reveal({ from: report.begin[span], until: report.reach[span] });
    } else toggle(move.agent);
    return true;
  };
  const zoomBy = (factor: number) =>
    hold.zoom(factor, findZoomAnchor(hold.window, getCaseSpan(report, getClockCase(store.getState()))));
  const exportTrace = () => setExporting(true);
  const typed = createTypedKeys(hold, zoomBy, exportTrace);
  const sentence = (_: PageState) => describeClock(clock, hold.window, lanes.length);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the chart within
    <div ref={place} className={styles.lanes} onKeyDown={typed}>
      <ChartCanvas<ClockPlot, ClockHit>
        name="Lanes by the clock"
        className={styles.chart ?? ''}
        testId="clock"
        top={HEAD}
        onHeight={setHeight}
        plot={plotOf}
        draw={(ctx, plot) => {
          ctx.translate(-gutter, 0);
          drawClock(ctx, plot);
        }}
        watch={watchClock}
        share={1}
        hitTest={(plot, x, y) => findClockHit(plot, x + gutter, y)}
        onPick={choose}
        onPickTwice={hold.fitAll}
        tip={(hit, at) => {
          const words = hit === null ? null : describeHit(clock, lanes, hit, store.getState(), now);
          return words && <LaneTip words={words} place={at} />;
        }}
        label="Lanes by the clock. Up and down choose a lane, right and left open its sub-agents and go through its steps, Enter selects. W and S zoom, A and D pan, 0 fits all, E exports a Perfetto trace"
        spoken={sentence}
        onKey={pressed}
        onBlur={() => reach(null)}
        summary={sentence}
        table={() => buildClockTable(clock, listTableOrder(clock, lanes))}
        tools={twin => (
          <ClockTools {...{ clock, hold, by, zoomBy, twin }} onOrder={setBy} onExport={exportTrace} />
        )}
      >
        {isExporting && <PerfettoDialog onClose={() => setExporting(false)} />}
        <p className="hidden" aria-live="polite">
          <ActivePlace {...{ clock, lanes, active, now }} />
        </p>
      </ChartCanvas>
    </div>
  );
}

/** From a case's first known moment to its last; null without times. */
function getCaseSpan({ first, begin, reach }: ClockReport, agent: number | null): ClockWindow | null {
  if (agent === null || first[agent] === first[agent + 1]) return null;
  return { from: begin[first[agent]], until: reach[first[agent + 1] - 1] };
}

/** Keys of the lanes in addition to arrows, while the focus is in them. */
function createTypedKeys(hold: ClockHold, zoomBy: (factor: number) => void, exportTrace: () => void) {
  const panBy = (share: number) => hold.pan(share * (hold.window.until - hold.window.from));
  const keys: Readonly<Record<string, () => void>> = {
    w: () => zoomBy(ZOOM),
    '+': () => zoomBy(ZOOM),
    s: () => zoomBy(1 / ZOOM),
    '-': () => zoomBy(1 / ZOOM),
    a: () => panBy(-PAN),
    d: () => panBy(PAN),
    '0': hold.fitAll,
    f: hold.fitNext,
    e: exportTrace,
  };
  return (event: KeyboardEvent) => {
    // A dialog that the lanes have opened stands outside of them.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key.toLowerCase()];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}

interface TipProps {
  readonly words: SpanWords;
  readonly place: TipPlace;
}

const LaneTip = ({ words: { title, lines }, place }: TipProps) => (
  <ChartTip place={place} gap={[14, 16]} width={236} height={null}>
    <b className={styles.tipTitle}>{title}</b>
    {lines.map(line => (
      <span key={line} className={styles.tipLine}>
        {line}
      </span>
    ))}
  </ChartTip>
);

const watchClock = (state: PageState) => [
  state.run,
  getViewedTick(state),
  state.selection.agents,
  getCaseSelection(state).step,
  getSilentAgents(state),
];

/** Cases of the lanes, each once. */
const listTableOrder = ({ report }: KnownClock, lanes: readonly ClockLane[]): readonly number[] =>
  [
    ...new Set(
      lanes.flatMap(({ agent, depth, isOpen, below }) =>
        depth === 0 || !isOpen ? [agent, ...below.map(one => one.agent)] : [agent],
      ),
    ),
  ].filter(agent => report.first[agent + 1] > report.first[agent]);

/** The place that the keyboard is on. Keys may come faster than pictures, so it is also known at once. */
function useReachedPlace() {
  const [active, setActive] = useState<ClockPlace | null>(null);
  const reached = useRef<ClockPlace | null>(null);
  const reach = (to: ClockPlace | null) => {
    reached.current = to;
    setActive(to);
  };
  return { active, reached, reach };
}

interface LanesAsked {
  readonly by: ClockOrder;
  readonly selected: number | null;
  /** Height of a case's lane, pixels. */
  readonly lane: number;
}

/** The lanes of the cases that are wanted; the family of the selected sub-agent is open. */
function useLanes({ report }: KnownClock, { by, selected, lane }: LanesAsked) {
  const order = usePage(state => state.order);
  const found = usePage(findSearchedAgents);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const cases = useMemo(() => orderClockCases(report, by, order, found), [report, by, order, found]);
  const sender = selected === null ? -1 : (report.senderOf[selected] ?? -1);
  const opened = useMemo(() => {
    const all = new Set(open);
    for (let one = sender; one >= 0; one = report.senderOf[one]) all.add(one);
    return all;
  }, [report, open, sender]);
  const lanes = useMemo(() => listClockLanes(report, cases, opened, lane), [report, cases, opened, lane]);
  const toggle = (agent: number) =>
    setOpen(before => {
      const next = new Set(before);
      if (!next.delete(agent)) next.add(agent);
      return next;
    });
  return { lanes, toggle };
}

interface Sight {
  readonly clock: KnownClock;
  readonly lanes: readonly ClockLane[];
  readonly hold: ClockHold;
  readonly scrolled: number;
  readonly room: number;
  scroll(to: number): void;
}

/** Brings a case that is selected elsewhere, and its step, into view once; likewise one that the time is fitted to. */
function useSelectionInSight({ clock: { report }, lanes, hold, scrolled, room, scroll }: Sight): void {
  const looked = usePage(getClockCase);
  const selected = usePage(state => getInspectedAgent(state.selection));
  const step = usePage(state => getCaseSelection(state).step);
  const before = useRef<readonly [number | null, number | null]>([null, null]);
  const fitted = useRef<ClockHold['fit']>(null);
  useEffect(() => {
    if (room === 0) return;
    const show = (agent: number) => {
      const position = findLaneOf(report, lanes, agent);
      if (position >= 0) scroll(scrollToLane({ lanes, scrolled }, position, room));
    };
    if (hold.fit === 'case' && fitted.current !== 'case' && looked !== null) show(looked);
    fitted.current = hold.fit;
    const [agent, number] = before.current;
    if (selected === null || (agent === selected && number === step)) return;
    before.current = [selected, step];
    show(selected);
    const [first, end] = [report.first[selected], report.first[selected + 1]];
    const place = step === null ? -1 : report.step.subarray(first, end).indexOf(step);
    if (place < 0) hold.showCase(selected);
    else hold.reveal({ from: report.begin[first + place], until: report.begin[first + place] });
  }, [report, lanes, hold, scrolled, room, scroll, looked, selected, step]);
}

/** Position of the lane of a case, else of its family; −1 for none. */
function findLaneOf(report: ClockReport, lanes: readonly ClockLane[], agent: number): number {
  const own = lanes.findIndex(one => one.agent === agent && one.part === 0);
  return own >= 0 ? own : lanes.findIndex(one => one.agent === getClockFamilies(report).rootOf[agent]);
}

/** Words about what is under the pointer or under the keyboard. */
function describeHit(
  { report, names }: KnownClock,
  lanes: readonly ClockLane[],
  { lane, span }: ClockPlace,
  state: PageState,
  now: number | null,
): SpanWords | null {
  const states = state.run?.info.chart.states ?? [];
  if (span !== null && span < report.begin.length) return describeClockSpan(report, span, states, now);
  const one = lanes[lane];
  if (one === undefined) return null;
  const { title, about } = describeLane({ report, names }, one);
  const { words, tokens } = describeLaneEnd(report, one.agent, {
    ...{ viewed: getViewedTick(state), now, states, silent: getSilentAgents(state) },
  });
  return { title, lines: [about, words, tokens === '–' ? '' : `${tokens} tokens`].filter(Boolean) };
}

interface ActiveProps extends Props {
  readonly lanes: readonly ClockLane[];
  readonly active: ClockPlace | null;
}

function ActivePlace({ clock, lanes, active, now }: ActiveProps) {
  const store = usePageStore();
  const words = active === null ? null : describeHit(clock, lanes, active, store.getState(), now);
  return <>{words && [words.title, ...words.lines].join(', ')}</>;
}
