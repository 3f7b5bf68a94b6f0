import { useRef } from 'react';
import { createLoadErrorHandler } from '../../../../engine/core/errors.ts';
import { formatPercent } from '../../../../engine/core/formatPercent.ts';
import type { LeftOut } from '../../../../engine/model/discovered.ts';
import { describeNothingShared } from '../../../../engine/model/nothingShared.ts';
import { useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import { runWithRetry } from '../../../store/runWithRetry.ts';
import { getRecordedPart } from '../recordedPart.ts';
import styles from './ChartTools.module.css';
import {
  countDeviatingMoves,
  formatLeftOut,
  getCurrentLeftOut,
  getVisibleGraphPart,
} from './getDrawnChartPart.ts';

/** Under the discovered chart: how much of it is drawn, its export, and a chart to hold it against. */
export function ChartTools() {
  const part = usePage(getVisibleGraphPart);
  if (part === null) return <div className={styles.tools} aria-busy="true" />;
  const { states, edges } = part;
  return (
    <section className={styles.tools} aria-label="Discovered chart">
      <div className={styles.line}>
        <Slider
          name="states"
          of={`${formatGroupedInteger(states.shown)} of ${formatNounCount(states.all, 'state')}`}
        />
        <Slider
          name="edges"
          of={`${formatGroupedInteger(edges.shown)} of ${formatNounCount(edges.all, 'edge')}`}
        />
      </div>
      <div className={styles.line}>
        <DrawnShare />
      </div>
      <div className={styles.line}>
        <ReferenceChart />
        <Exports />
      </div>
      <Against />
    </section>
  );
}

/** Leaves the rarest states or edges out. @param of how many are drawn */
function Slider({ name, of }: { readonly name: keyof LeftOut; readonly of: string }) {
  const store = usePageStore();
  const percent = usePage(state => Math.round(getCurrentLeftOut(state)[name] * 100));
  const change = (value: number) =>
    store
      .getState()
      .arrange({ rare: formatLeftOut({ ...getCurrentLeftOut(store.getState()), [name]: value / 100 }) });
  return (
    <label className={styles.slider} title={`the rarest ${name} that are left out`}>
      <span>rare {name}</span>
      <input
        type="range"
        min={0}
        max={100}
        value={100 - percent}
        aria-label={`Rare ${name}`}
        aria-valuetext={`${of} drawn`}
        onChange={event => change(100 - Number(event.target.value))}
      />
      <output>{of}</output>
    </label>
  );
}

/** Share of the moves that is drawn, and what is hidden. */
function DrawnShare() {
  const part = usePage(getVisibleGraphPart);
  const deviating = usePage(countDeviatingMoves);
  if (part === null) return null;
  const { ends } = part;
  const moves = { shown: part.moves.shown + deviating, all: part.moves.all };
  const [lostMoves, lostEnds] = [moves.all - moves.shown, ends.all - ends.shown];
  const lost = [
    lostMoves > 0 && formatNounCount(lostMoves, 'move'),
    lostEnds > 0 && formatNounCount(lostEnds, 'end'),
  ].filter(Boolean);
  return (
    <p className={styles.told} aria-live="polite" title={COUNTED}>
      {lostMoves === 0 ? <b>All</b> : <b>{formatPercent(moves.shown / moves.all, 1)}</b>}{' '}
      {lostMoves > 0 && 'of '}
      {formatNounCount(moves.all, 'move')}, first steps included, and{' '}
      {lostEnds > 0 && `${formatGroupedInteger(ends.shown)} of `}
      {formatNounCount(ends.all, 'end')} drawn
      {lost.length > 0 && `, ${lost.join(' and ')} hidden`}
      {deviating > 0 && `, ${formatGroupedInteger(deviating)} only as deviations`}; edges count all steps
    </p>
  );
}

/** Definitions of an edge, a move and an end. */
const COUNTED =
  'A move leads into each step, also into the first of a case; an end leads out of the last. Edges are the lines, the rows of the table and the transitions of the export: those out of the beginning, one for each way of ending, and ↻ are among them.';

/** Never 100 % while some are hidden, nor 0 % while some are drawn. */
const FORMATS = ['scxml', 'mermaid', 'graphviz', 'json'] as const;
const CHART_FORMAT_LABELS = { scxml: 'SCXML', mermaid: 'Mermaid', graphviz: 'Graphviz', json: 'JSON' };

/** Writes what is drawn as a statechart. */
function Exports() {
  const store = usePageStore();
  const write = async (format: (typeof FORMATS)[number]) => {
    const { exportDiscoveredChart } = await import('./exportDiscoveredChart.ts').catch(
      createLoadErrorHandler('the export'),
    );
    exportDiscoveredChart(store.getState(), format);
  };
  return (
    <span className={styles.buttons}>
      {FORMATS.map(format => (
        <button
          key={format}
          type="button"
          aria-label={`Export the discovered chart as ${CHART_FORMAT_LABELS[format]}`}
          title="the states and edges that the sliders leave, as a statechart"
          onClick={() => void runWithRetry(store, () => write(format))}
        >
          {CHART_FORMAT_LABELS[format]}
        </button>
      ))}
    </span>
  );
}

/** The chart that the cases should follow. */
function ReferenceChart() {
  const commands = useCommands();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={styles.given}
        title="a chart that the cases should follow, as SCXML or JSON: moves that it does not have are counted, and dashed in this one"
        onClick={() => picker.current?.click()}
      >
        Conform to a chart…
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".scxml,.xml,.json,.mmd,.md"
        aria-label="Chart file"
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void commands.openOwn('given', files);
          event.target.value = '';
        }}
      />
    </>
  );
}

/** Number of moves that the reference chart does not have, and the button that removes the chart. */
function Against() {
  const commands = useCommands();
  const report = usePage(state => getRecordedPart(state).ways?.conformance);
  if (!report) return null;
  const { chart, deviating, moves, nothingShared } = report;
  const why =
    nothingShared !== null ? `: ${describeNothingShared(nothingShared)}` : deviating > 0 ? ', dashed' : '';
  return (
    <div className={styles.line}>
      <span className={styles.against} title={escapeInvisibleText(`${chart}${why}`)}>
        <b>{formatGroupedInteger(deviating)}</b> of {formatNounCount(moves, 'move')} not in{' '}
        {escapeInvisibleText(chart)}
        {escapeInvisibleText(why)}
      </span>
      <button
        type="button"
        className={styles.given}
        aria-label="Without the chart that was given"
        title="without the chart that was given"
        onClick={() => void commands.openOwn('given', null)}
      >
        ×
      </button>
    </div>
  );
}
