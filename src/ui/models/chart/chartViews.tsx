import { useMemo, useRef } from 'react';
import type { Tick } from '../../../engine/core/indices.ts';
import { convertTickToX, type TimeScale } from '../../charts/timeScale.ts';
import chart from '../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import { ChartHint } from '../../controls/chart/ChartHint.tsx';
import { ChartTitle } from '../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../controls/chart/chartLayers.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { StateDot } from '../../controls/StateDot.tsx';
import { createPlaceView } from '../../hooks/createPlaceView.tsx';
import { useCalmPage, useCommands, useLayout, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import type { ModelViews } from '../../model/modelPlugin.ts';
import type { NamedChoice } from '../../state/oracleChoices.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick, isLookingBack } from '../../state/viewState.ts';
import { Select } from '../../views/bar/Select.tsx';
import { Whereabouts } from '../../views/inspector/Whereabouts.tsx';
import { NetworkSelect } from '../../views/network/NetworkSelect.tsx';
import { createHelpDialog } from '../../views/setup/createHelpDialog.tsx';
import { PlaceSwitch } from '../../views/time/PlaceSwitch.tsx';
import { describeStateName } from '../../words/chartLabels.ts';
import styles from './Chart.module.css';
import { getChartPart } from './chartPart.ts';
import { CHART_TEXT } from './chartText.ts';
import { OWN_CHART } from './ownChart.ts';

/** Most rows: the transitions that were taken most often. */
const MAX_TRANSITION_ROWS = 14;
/** Pixels above the rows, for the title and the choice of views, and on both sides of a name in the gutter. */
const FLOW_TOP = 60;
const MARGINS = 22;
/** Height of a line of words, and the least row that has room for two. */
const FLOW_LINE_HEIGHT = 14;
const TWO_LINES = 32;

/** A row: a transition, and how many took it in each tick. */
interface FlowRow {
  readonly transition: number;
  readonly label: string;
  /** Its two ends, if several transitions share a label. */
  readonly ends: string | null;
  /** Distinguishes it from all others in one line: its label, its ends, or both. */
  readonly line: string;
  readonly ink: string;
}

/** Input of the drawing. */
interface FlowPlot {
  readonly rows: readonly FlowRow[];
  /** Transitions that had no room. */
  readonly more: number;
  readonly pitch: number;
  /** Pixels that a row's name has. */
  readonly room: number;
  /** Flow whose bar fills a row. */
  readonly most: number;
  readonly scale: TimeScale;
  readonly from: number;
  readonly to: number;
  /** The tick whose numbers are shown. */
  readonly read: number;
  readonly ink: string;
  readonly faint: string;
  readonly hair: string;
  readonly font: string;
  flow(tick: number, transition: number): number;
}

/** "date → time" */
const formatTransitionEnds = ({
  source,
  target,
}: {
  readonly source: string;
  readonly target: string;
}): string => `${source === '*' ? 'any state' : source} → ${target}`;

/** Names of the rows. @param names @param ways of all transitions */
function getFlowRowNames(names: readonly string[], ways: readonly string[], at: number) {
  const [label, ends] = [names[at], ways[at]];
  if (occursOnce(names, label)) return { label, ends: null, line: label };
  return { label, ends, line: occursOnce(ways, ends) ? ends : `${label}: ${ends}` };
}

const occursOnce = (all: readonly string[], one: string): boolean =>
  all.indexOf(one) === all.lastIndexOf(one);

/** Rows in the chart's order; if there are too many, the most used ones. */
export function buildFlowPlot({ state, run, inks, height, gutter }: ChartFrame): FlowPlot {
  const { transitions, states } = run.info.chart;
  const { columns } = run;
  const { scale, plotWidth, head } = state;
  const from = Math.max(columns.first, Math.floor(scale.from));
  const to = Math.min(head, Math.ceil(scale.from + plotWidth / scale.pixels));
  const sums = transitions.map(() => 0);
  let most = 1;
  for (let tick = from; tick <= to; tick++)
    for (let i = 0; i < transitions.length; i++) {
      const flow = columns.flow(tick, i);
      sums[i] += flow;
      most = Math.max(most, flow);
    }
  const shown = [...sums.keys()].filter(i => !transitions[i].isRest || sums[i] > 0);
  const kept = shown.sort((a, b) => sums[b] - sums[a] || a - b).slice(0, MAX_TRANSITION_ROWS);
  const more = shown.length - kept.length;
  const names = transitions.map(({ trigger }) => trigger);
  const ways = transitions.map(formatTransitionEnds);
  const rows = kept
    .sort((a, b) => a - b)
    .map(transition => ({
      transition,
      ...getFlowRowNames(names, ways, transition),
      ink: inks.states[states.indexOf(transitions[transition].target)] ?? inks.ink,
    }));
  return {
    rows,
    more,
    room: gutter - MARGINS,
    pitch: (height - FLOW_TOP - (more > 0 ? FLOW_LINE_HEIGHT : 0)) / Math.max(1, rows.length),
    most,
    scale,
    from,
    to,
    read: getViewedTick(state),
    ink: inks.ink,
    faint: inks.ink3,
    hair: inks.hairStrong,
    font: inks.font,
    flow: (tick, transition) => columns.flow(tick, transition),
  };
}

/** A bar for each tick in which somebody took the transition, about the row's middle; its name at the left, the number of the tick that is read at the right. */
export function drawFlowPlot(ctx: CanvasRenderingContext2D, plot: FlowPlot): void {
  const { rows, pitch, most, scale, from, to, read } = plot;
  const width = Math.max(1, scale.pixels - (scale.pixels > 3 ? 1 : 0));
  for (const [row, { transition, ink, label, ends, line }] of rows.entries()) {
    const y = FLOW_TOP + (row + 0.5) * pitch;
    ctx.fillStyle = plot.hair;
    ctx.fillRect(0, y - 0.25, Math.max(0, convertTickToX(scale, to)), 0.5);
    ctx.fillStyle = ink;
    for (let tick = from; tick <= to; tick++) {
      const flow = plot.flow(tick, transition);
      if (flow === 0) continue;
      const height = Math.max(2, (flow / most) * pitch * 0.86);
      ctx.fillRect(convertTickToX(scale, tick) - width / 2, y - height / 2, width, height);
    }
    ctx.fillStyle = plot.ink;
    ctx.font = `420 11px ${plot.font}`;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'right';
    const isTall = pitch >= TWO_LINES;
    const up = ends !== null && isTall ? FLOW_LINE_HEIGHT / 2 : 0;
    ctx.fillText(fitFlowName(ctx, isTall ? label : line, plot.room), -10, y - up);
    if (up > 0) {
      ctx.fillStyle = plot.faint;
      ctx.fillText(fitFlowName(ctx, ends!, plot.room), -10, y + up);
      ctx.fillStyle = plot.ink;
    }
    if (read < from || read > to) continue;
    ctx.font = `600 11px ${plot.font}`;
    ctx.textAlign = 'left';
    ctx.fillText(String(plot.flow(read, transition)), convertTickToX(scale, to) + 26, y);
  }
  if (plot.more === 0) return;
  ctx.fillStyle = plot.faint;
  ctx.font = `420 11px ${plot.font}`;
  ctx.textAlign = 'right';
  ctx.fillText(`and ${plot.more} more`, -10, FLOW_TOP + rows.length * pitch + FLOW_LINE_HEIGHT / 2);
}

/** A name that fits into so many pixels. */
function fitFlowName(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  let length = text.length - 1;
  while (length > 1 && ctx.measureText(`${text.slice(0, length)}…`).width > room) length--;
  return `${text.slice(0, length)}…`;
}

const OWN = 'own';
const CURRENT_CHART = 'kept';
const PICK_CHART = 'pick';

/** The bundled charts or the user's own, and the network. */
function ChartChoices() {
  return (
    <>
      <ChartSelect />
      <NetworkSelect />
    </>
  );
}

function ChartSelect() {
  const commands = useCommands();
  const picker = useRef<HTMLInputElement>(null);
  const { presets } = usePage(getCurrentAppearance);
  const preset = usePage(({ run }) => run?.setup.preset ?? '');
  const epoch = usePage(({ run }) => run?.info.epoch);
  // Only a run changes what is kept.
  const kept = useMemo(() => OWN_CHART.text(), [epoch]);
  const isOwn = usePage(({ run }) => run?.setup.own?.includes('chart') ?? false);
  const own = usePage(({ run }) => (isOwn ? run?.info.config.inputInfo.chart?.name : kept?.name));
  // Texts from an address are listed next to the user's own.
  const other = isOwn && OWN_CHART.lent() !== null ? kept : null;
  const choices: NamedChoice[] = [
    ...presets,
    ...(own === undefined ? [] : [{ value: OWN, label: own, title: 'your own statechart' }]),
    ...(other
      ? [{ value: CURRENT_CHART, label: other.name, title: 'your own statechart, saved in this browser' }]
      : []),
    {
      value: PICK_CHART,
      label: 'open a file…',
      title: 'a statechart of your own: SCXML, JSON as of XState, or Mermaid',
    },
  ];
  const choose = (value: string) => {
    if (value === PICK_CHART) return picker.current?.click();
    if (value === CURRENT_CHART && kept)
      return void commands.openOwn('chart', [new File([kept.text], kept.name)]);
    if (value !== OWN) return void commands.reset({ preset: value, own: [], parameters: {}, changes: [] });
    if (kept && !isOwn) void commands.openOwn('chart', [new File([kept.text], kept.name)]);
  };
  return (
    <>
      <Select label="Chart" strong value={isOwn ? OWN : preset} choices={choices} onChoose={choose} />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Statechart file"
        accept=".scxml,.xml,.json,.mmd,.md"
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void commands.openFiles(files, 'chart');
          event.target.value = '';
        }}
      />
    </>
  );
}

/** Placeholder for the editor while it is loaded. */
const EditorPlaceholder = <section aria-busy="true" />;

/** Agents that follow a chart of anybody's: what flows between its states, and why an agent may move. */
export const CHART_VIEWS: ModelViews = {
  Place: createPlaceView(
    FlowView,
    createLazyView(async () => (await import('./ChartNetwork.tsx')).ChartNetwork),
  ),
  Overview: TransitionList,
  overview: 'Transitions',
  Side: createLazyView(
    async () => (await import('../../views/side/createSideEditor.tsx')).createSideEditor(CHART_TEXT),
    EditorPlaceholder,
  ),
  Agent: createLazyView(preloadOnActivity(async () => (await import('./ChartAgent.tsx')).ChartAgent)),
  Sentence: ChartSentence,
  Chip: ChartChip,
  Choices: ChartChoices,
  Facts: createLazyView(async () => (await import('./ChartFacts.tsx')).ChartFacts),
  ChartNotes: null,
  Help: createHelpDialog(async () => (await import('./chartHelp.ts')).CHART_HELP),
};

/** The most common states, and if anything can still happen. */
function ChartSentence() {
  const head = useCalmPage(state => Math.max(0, getViewedTick(state)));
  const agents = usePage(({ run }) => run?.info.config.agents ?? 0);
  const rests = usePage(state => state.phase !== 'playing' && !isLookingBack(state));
  const isOver = useCalmPage(state => getCurrentAppearance(state).isOver(state));
  return (
    <>
      <b>Tick {formatGroupedInteger(head)}</b>: of {formatGroupedInteger(agents)}, <Whereabouts tick={head} />
      {isOver ? '; nothing more can happen' : head === 0 && rests && '; press Play'}.
    </>
  );
}

/** The chart that the agents follow, and their network. */
function ChartChip() {
  const chart = usePage(({ run }) => run?.info.chart.name ?? '');
  const region = usePage(({ run }) => run?.info.chart.region);
  const network = usePage(({ run }) => run?.info.config.networkInfo);
  // Before the first frame nobody knows.
  const asks = usePage(state => getChartPart(state).frame?.asks ?? true);
  return (
    <>
      chart {chart}
      {region && region.names.length > 1 && `, ${region.names.length} regions`}
      {network && `, ${formatNounCount(network.edges, 'link')}`}
      {!asks && '; nobody is asked'}
    </>
  );
}

/** Counts of each transition up to the round on the screen. */
function describeTakenTransitions(state: PageState): string {
  const { run } = state;
  if (run === null) return '';
  const last = getViewedTick(state);
  const sums = run.info.chart.transitions.map(() => 0);
  for (let tick = run.columns.first; tick <= last; tick++)
    for (let i = 0; i < sums.length; i++) sums[i] += run.columns.flow(tick, i);
  return sums.join();
}

/** Every transition between the states that are shown, and how often it was taken. */
function TransitionList() {
  const transitions = usePage(({ run }) => run?.info.chart.transitions) ?? [];
  const taken = useCalmPage(describeTakenTransitions).split(',').map(Number);
  const all = taken.reduce((sum, count) => sum + count, 0);
  return (
    <>
      <header className={styles.head}>
        <h2>Transitions</h2>
        <span className="label">{formatNounCount(all, 'move')} so far</span>
      </header>
      <ul className={styles.list}>
        {transitions.map(({ trigger, source, target, guard, isRest }, i) => {
          if (isRest && taken[i] === 0) return null;
          return (
            <li key={i}>
              <span className={styles.trigger}>{trigger}</span>
              <span className={styles.way}>
                <End state={source} /> → <End state={target} />
                {guard !== null && <span className="label"> if {guard}</span>}
              </span>
              <span className={styles.count}>{formatGroupedInteger(taken[i] ?? 0)}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** A state at an end of a transition. */
function End({ state }: { readonly state: string }) {
  const chart = usePage(({ run }) => run?.info.chart);
  if (state === '*') return <>any state</>;
  return (
    <span className={styles.end}>
      <StateDot state={state} /> {describeStateName(chart, state)}
    </span>
  );
}

/** Flows between the states: a row for each transition, a bar for each tick. */
export function FlowView() {
  const { gutter } = useLayout();
  return (
    <ChartCanvas
      name="Flow"
      testId="flow"
      plot={buildFlowPlot}
      draw={drawFlowPlot}
      watch={state => [state.head, state.scale, state.plotWidth, getViewedTick(state), state.run]}
      share={1}
      label="Flow"
      spoken={describeFlows}
      summary={describeFlows}
      table={buildFlowTable}
      tools={twin => (
        <>
          <div className={chart.gutter}>
            <ChartTitle title="Flow" twin={twin} />
            <PlaceSwitch own="flow" />
          </div>
          <ChartHint
            left={gutter}
            title="Tick 1 comes next"
            text="Space plays, → takes one tick. This shows how many take each transition."
          />
        </>
      )}
    />
  );
}

/** The tick that is read, in words. */
function describeFlows(state: PageState): string {
  const { run } = state;
  if (run === null) return '';
  const tick = getViewedTick(state);
  const parts = run.info.chart.transitions.flatMap((transition, i) => {
    const flow = run.columns.has(tick) ? run.columns.flow(tick, i) : 0;
    return flow > 0 ? [`${flow} ${transition.trigger} (${formatTransitionEnds(transition)})`] : [];
  });
  return `Tick ${tick}: ${parts.length > 0 ? parts.join(', ') : 'nobody moved'}.`;
}

function buildFlowTable({ run, head }: PageState) {
  const transitions = run?.info.chart.transitions ?? [];
  const rows: (string | number)[][] = [];
  // The newest first, as in the other tables.
  for (let tick: Tick = head; run !== null && tick >= run.columns.first; tick--)
    rows.push([tick, ...transitions.map((_, i) => run.columns.flow(tick, i))]);
  return {
    head: ['tick', ...transitions.map(one => `${one.trigger}: ${formatTransitionEnds(one)}`)],
    rows,
    note: formatNounCount(rows.length, 'tick'),
  };
}
