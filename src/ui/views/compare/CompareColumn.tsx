import { useEffect, useMemo, useState } from 'react';
import { coverRightPart, drawTextLine } from '../../charts/canvas.ts';
import { iterateTickBins, roundUpScaleMax } from '../../charts/distribution.ts';
import type { Inks } from '../../charts/inks.ts';
import type { TimeScale } from '../../charts/timeScale.ts';
import chart from '../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import { ChartTitle } from '../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../controls/chart/chartLayers.ts';
import { getKeyTargetIndex } from '../../controls/chart/getKeyTargetIndex.ts';
import { useLayout, usePage, usePageStore } from '../../hooks/hooks.ts';
import { useViews } from '../../hooks/useViews.ts';
import { formatGroupedInteger, formatSignedInteger } from '../../lib/formatCounts.ts';
import { getCurrentAppearance, getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { releaseModelSelection } from '../../model/releaseModelSelection.ts';
import { buildStateBands } from '../../model/statesBands.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import tools from '../time/TimelinesView.module.css';
import { getHeadLabelLeft, getVeilLeft } from '../time/TimelineTools.tsx';
import { buildPartingsTable, describePartings } from './describeParting.ts';
import { ABOVE, buildLanesPlot, drawPairLanes, LANES } from './lanes.ts';
import { PairStates, selectPairInputs } from './PairStates.tsx';
import { getLastCommonTick, getPairSides } from './sides.ts';

/** Two runs on one axis: their states, the difference, the model's own view of the run on the screen, and who parts when. */
export function CompareColumn() {
  const { Place, PairPlace = Place, pair } = useViews();
  // If all agents are stacked, both runs have the same number.
  const hasDifference = usePage(
    state => getCurrentAppearance(state).states.apart !== null && pair === undefined,
  );
  const Rows = pair?.Rows ?? PartingsView;
  return (
    <>
      <PairStates side="a" />
      <PairStates side="b" />
      {hasDifference && <DifferenceView />}
      <PairPlace />
      <Rows />
    </>
  );
}

/** Height of the title's line, pixels. */
const COMPARE_HEAD_HEIGHT = 30;

/** Room for the title, pixels. */
const MIN_TITLE_WIDTH = 128;

/** Number of an agent in the run on the screen, by its id; −1 if there is none. */
const findAgentNumber = (id: string, agents: number): number => {
  const agent = Number(/\d+$/.exec(id)?.[0]) - 1;
  return agent >= 0 && agent < agents ? agent : -1;
};

/** Agents that part from the other run, with time and cause: two lanes each, A over B. */
function PartingsView() {
  const store = usePageStore();
  const { gutter } = useLayout();
  const [height, setHeight] = useState(0);
  const [top, setTop] = useState(0);
  const [active, setActive] = useState(0);
  const words = usePage(getCurrentModelWords);
  const differences = usePage(state => state.pair?.differences ?? null);
  const agents = usePage(state => state.run?.info.config.agents ?? 0);
  const rows = useMemo(
    () =>
      (differences?.partings ?? [])
        .map(parting => ({ parting, agent: findAgentNumber(parting.agent_id, agents) }))
        .filter(({ agent }) => agent >= 0),
    [differences, agents],
  );
  const fitting = Math.max(0, Math.floor((height - COMPARE_HEAD_HEIGHT - ABOVE) / LANES));
  const first = Math.max(0, Math.min(top, rows.length - fitting));
  const visible = useMemo(() => rows.slice(first, first + fitting), [rows, first, fitting]);
  useEffect(() => store.getState().showRows(visible.map(({ agent }) => agent)), [store, visible]);
  const open = (row: number) => {
    const one = visible[row];
    if (one === undefined) return;
    const { select, showTick, head } = store.getState();
    const { tick } = one.parting;
    const own = releaseModelSelection(store.getState());
    select({ agents: [one.agent], state: null, own, cursor: tick < head ? tick : null });
    showTick(tick);
  };
  const pressed = (key: string): boolean => {
    const to = getKeyTargetIndex(key, first + active, rows.length, fitting);
    if (to !== null) {
      const from = to < first ? to : to >= first + fitting ? to - fitting + 1 : first;
      setTop(from);
      setActive(to - from);
    } else if (key === 'Enter') open(active);
    else return false;
    return true;
  };
  const parted = differences?.parted ?? 0;
  return (
    <ChartCanvas
      name="First differences"
      className={tools.view}
      top={COMPARE_HEAD_HEIGHT}
      onHeight={setHeight}
      plot={frame => buildLanesPlot(frame, visible, active)}
      draw={drawPairLanes}
      watch={state => [...selectPairInputs(state), state.run?.histories.version, state.selection, active]}
      share={1}
      hitTest={(_, _x, y) => (y < ABOVE ? null : Math.floor((y - ABOVE) / LANES))}
      onHover={(row: number | null) => {
        if (row !== null) setActive(row);
        return false;
      }}
      onPick={row => {
        if (row !== null) open(row);
        return row !== null;
      }}
      onScroll={by => setTop(Math.max(0, Math.min(rows.length - fitting, first + by * 2)))}
      label={`First differences, ${formatGroupedInteger(parted)} ${words.agent[parted === 1 ? 0 : 1]}. Up and down choose a row, Enter opens it at its ${words.tick}.`}
      onKey={pressed}
      summary={describePartings}
      table={buildPartingsTable}
      tools={twin => (
        <div className={tools.tools}>
          <h2>First differences</h2>
          {twin}
          <span className={tools.choices} style={{ left: Math.max(gutter, MIN_TITLE_WIDTH) + 24 }}>
            <span className={`label ${tools.note}`}>
              <Note />
            </span>
          </span>
        </div>
      )}
    >
      <p className="hidden" aria-live="polite">
        {visible[active] && describePartingRow(store.getState(), first + active)}
      </p>
    </ChartCanvas>
  );
}

/** The sentence of one row. */
const describePartingRow = (state: PageState, row: number): string =>
  buildPartingsTable(state).rows[row]?.join(', ') ?? '';

/** Counted agents, their total, and the last round. */
function Note() {
  const { agent, Tick } = usePage(getCurrentModelWords);
  const differences = usePage(state => state.pair?.differences ?? null);
  const last = usePage(getLastCommonTick);
  const agents = usePage(state => state.run?.info.config.agents ?? 0);
  if (differences === null) return <>comparing…</>;
  const { parted, until, partings } = differences;
  if (parted === 0)
    return (
      <>
        nobody differs up to {Tick} {until}
      </>
    );
  return (
    <>
      {formatGroupedInteger(parted)} of {formatGroupedInteger(agents)} {agent[1]} diverge up to {Tick}{' '}
      {formatGroupedInteger(Math.min(until, last))}; A above B, faint where they agree
      {partings.length < parted && `; the first ${formatGroupedInteger(partings.length)}`}
    </>
  );
}

interface DifferencePlot {
  readonly first: number;
  readonly last: number;
  /** B less A. */
  of(tick: number): number;
  /** Largest absolute value that fits. */
  readonly max: number;
  readonly scale: TimeScale;
  readonly width: number;
  readonly height: number;
  readonly inks: Inks;
}

/** Difference in the number of active agents, B − A. */
function DifferenceView() {
  const words = usePage(getCurrentModelWords);
  return (
    <ChartCanvas
      name="Difference"
      plot={buildDifferencePlot}
      draw={drawDifference}
      watch={selectPairInputs}
      share={0.3}
      label={`Difference: ${words.active} in B less those in A`}
      spoken={describeDifference}
      brush
      summary={describeDifference}
      table={buildDifferenceTable}
      tools={twin => (
        <div className={chart.gutter}>
          <ChartTitle title="Difference" twin={twin} />
          <p className="label">{words.active}, B − A</p>
        </div>
      )}
    />
  );
}

/** Active agents of B less those of A, by tick; null unless there are two runs. */
function createActiveDifference(state: PageState): ((tick: number) => number) | null {
  const sides = getPairSides(state);
  if (sides === null) return null;
  const look = getCurrentAppearance(state);
  const activeIn = (side: 'a' | 'b') => {
    const { run } = sides[side];
    const bands = buildStateBands(run, look, 'active');
    return (tick: number) => bands.reduce((sum, band) => sum + run.columns.count(tick, band.state), 0);
  };
  const [inA, inB] = [activeIn('a'), activeIn('b')];
  return tick => inB(tick) - inA(tick);
}

function buildDifferencePlot({ state, run, inks, height }: ChartFrame): DifferencePlot | null {
  const of = createActiveDifference(state);
  if (of === null) return null;
  const { first } = run.columns;
  const last = getLastCommonTick(state);
  let most = 0;
  for (let tick = first; tick <= last; tick++) most = Math.max(most, Math.abs(of(tick)));
  const { scale, plotWidth } = state;
  return { first, last, of, max: roundUpScaleMax(most), scale, width: plotWidth, height, inks };
}

function drawDifference(ctx: CanvasRenderingContext2D, plot: DifferencePlot, { state }: ChartFrame): void {
  const { inks, height, max } = plot;
  const zero = Math.round(height / 2) + 0.5;
  const unit = (height / 2 - 8) / max;
  ctx.fillStyle = inks.ink3;
  for (const { left, right, first, last } of iterateTickBins(plot.scale, plot.width, plot.first, plot.last)) {
    let sum = 0;
    for (let tick = first; tick <= last; tick++) sum += plot.of(tick);
    const size = (sum / (last - first + 1)) * unit;
    const gap = right - left >= 4 ? 1 : 0;
    if (size !== 0)
      ctx.fillRect(left, Math.min(zero, zero - size), right - left - gap, Math.max(0.5, Math.abs(size)));
  }
  const veiled = getVeilLeft(state);
  if (veiled !== null) coverRightPart(ctx, inks, veiled, plot.width, height);
  ctx.fillStyle = inks.hair;
  ctx.fillRect(0, zero - 0.5, plot.width, 1);
  for (const value of [max, -max])
    drawTextLine(ctx, inks, formatSignedInteger(value), -6, zero - value * unit + 4, {
      color: inks.ink3,
      align: 'right',
    });
  drawTextLine(ctx, inks, '0', -6, zero + 4, { color: inks.ink3, align: 'right' });
  const tick = getViewedTick(state);
  if (tick > plot.last) return;
  const x = getHeadLabelLeft(state);
  const value = formatSignedInteger(plot.of(tick));
  drawTextLine(ctx, inks, value, x, zero + 4, { color: inks.ink, weight: 600, halo: inks.bg });
  const wide = ctx.measureText(value).width;
  drawTextLine(ctx, inks, `${getCurrentModelWords(state).active} here`, x + wide + 5, zero + 4, {
    color: inks.ink2,
    halo: inks.bg,
  });
}

function describeDifference(state: PageState): string {
  const of = createActiveDifference(state);
  if (of === null) return '';
  const tick = Math.min(getViewedTick(state), getLastCommonTick(state));
  const { Tick, active } = getCurrentModelWords(state);
  return `${Tick} ${formatRoundNumber(tick)}: ${formatSignedInteger(of(tick))} ${active} in B.`;
}

function buildDifferenceTable(state: PageState) {
  const of = createActiveDifference(state);
  const { Tick, active } = getCurrentModelWords(state);
  const rows: (readonly (string | number)[])[] = [];
  const first = state.run?.columns.first ?? 0;
  for (let tick = first; of !== null && tick <= getLastCommonTick(state); tick++) rows.push([tick, of(tick)]);
  return { head: [Tick, `${active}, B − A`], rows };
}
