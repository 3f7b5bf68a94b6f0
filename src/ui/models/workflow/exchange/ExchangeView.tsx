import { useMemo, useState } from 'react';
import { findTickAtX } from '../../../charts/timeScale.ts';
import chart from '../../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../../controls/chart/ChartCanvas.tsx';
import { ChartHint } from '../../../controls/chart/ChartHint.tsx';
import { ChartTitle } from '../../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../../controls/chart/frame.ts';
import { getKeyTargetIndex } from '../../../controls/chart/getKeyTargetIndex.ts';
import { useLayout, usePage, usePageStore } from '../../../hooks/hooks.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getVeilLeft } from '../../../views/time/TimelineTools.tsx';
import styles from '../Workflow.module.css';
import type { WorkflowPart } from '../workflowPart.ts';
import { getWorkflowPart } from '../workflowPart.ts';
import { drawExchangeLabels } from './beside.ts';
import { drawExchangePlot } from './draw.ts';
import { ActiveRow, Key } from './ExchangeNotes.tsx';
import { ExchangeTip } from './ExchangeTip.tsx';
import { buildExchangePlot, selectExchangeInputs } from './exchangePlot.ts';
import { buildExchangeTable, describeExchange } from './exchangeWords.ts';
import { findArtifactAtPoint } from './hit.ts';
import { computeExchangeLayout, type Layout, type Line } from './layout.ts';
import type { ExchangePlot } from './plot.ts';
import { useExchangeRows } from './useExchangeRows.ts';

/** Height of title and key above the rows, pixels. */
const HEAD = 32;
const FOOT = 4;

/** Artifacts made and sold, one row per agent, in the order of the timelines. */
export function ExchangeView() {
  const store = usePageStore();
  const { gutter } = useLayout();
  const [active, setActive] = useState(0);
  const [height, setHeight] = useState(0);
  const rows = useExchangeRows(height - HEAD - FOOT);
  const { agents, pitch } = rows;
  const onRows = (state: PageState) => selectLoadedRows(getWorkflowPart(state).rows, agents);
  const label = useLabel(agents);

  /** An artifact chooses its maker and the tick; a name its agent. */
  const pick = (line: Line | null, x: number, y: number): boolean => {
    const { select, scale, head } = store.getState();
    const agent = agents[Math.floor((y - HEAD) / pitch)];
    if (line) {
      const { made, sold, dropped } = line.artifact;
      const tick = Math.max(made, Math.min(sold ?? dropped ?? head, findTickAtX(scale, x)));
      select({ agents: [line.maker], state: null, cursor: tick >= head ? null : tick, range: null });
    } else if (x < 0 && agent !== undefined) select({ agents: [agent], state: null });
    else return false;
    return true;
  };
  const pressed = (key: string): boolean => {
    const { select } = store.getState();
    const to = getKeyTargetIndex(key, active, rows.all, agents.length);
    const agent = rows.agentAt(to ?? active);
    if (to !== null) {
      rows.show(to);
      setActive(to);
      if (agent !== undefined) select({ hover: { kind: 'agent', agent } });
    } else if (key === 'Enter' && agent !== undefined) select({ agents: [agent], state: null });
    else return false;
    return true;
  };
  return (
    <ChartCanvas
      name="Exchange"
      testId="exchange"
      onHeight={setHeight}
      plot={({ state, inks, width, height: all }, line: Line | null): Drawn | null => {
        if (all <= HEAD) return null;
        const plot = buildExchangePlot(state, inks, rows, width - gutter, line?.artifact.id ?? -1);
        return { plot, layout: computeExchangeLayout(plot) };
      }}
      draw={drawExchangeView}
      watch={selectExchangeInputs}
      share={1}
      hitTest={({ plot, layout }, x, y) => findArtifactAtPoint(layout, plot, x, y - HEAD)}
      onPick={pick}
      onScroll={by => rows.scroll(by * 2)}
      tip={(line, place) => <ExchangeTip line={line} place={place} />}
      label={`${label} Up and down choose a row, Enter opens it in the inspector.`}
      onKey={pressed}
      summary={state => describeExchange(onRows(state), getAgentNameList(state))}
      table={state => buildExchangeTable(onRows(state), getAgentNameList(state))}
      beside={twin => (
        <div className={chart.gutter}>
          <ChartTitle title="Exchange" twin={twin} />
        </div>
      )}
    >
      <Key gutter={gutter} rows={rows} />
      <ChartHint
        left={gutter}
        className={styles.hint}
        title="Tick 1 comes next"
        text="Space plays, → takes one tick. This shows what is made, and who sells it to whom."
      />
      <p className="hidden" aria-live="polite">
        <ActiveRow />
      </p>
    </ChartCanvas>
  );
}

interface Drawn {
  readonly plot: ExchangePlot;
  readonly layout: Layout;
}

function drawExchangeView(
  ctx: CanvasRenderingContext2D,
  { plot, layout }: Drawn,
  { state, run, gutter, width }: ChartFrame,
): void {
  ctx.translate(-gutter, HEAD);
  drawExchangeLabels(ctx, plot, { names: run.info.names, gutter, width });
  ctx.translate(gutter, 0);
  drawExchangePlot(ctx, plot, layout, getVeilLeft(state));
}

/** Announced only while the run is paused, so that a screen reader is not interrupted. */
function useLabel(agents: readonly number[]): string {
  const still = usePage(state => (state.phase === 'playing' ? null : getWorkflowPart(state).rows));
  const names = usePage(getAgentNameList);
  return useMemo(
    () =>
      still === null ? 'Exchange.' : `Exchange. ${describeExchange(selectLoadedRows(still, agents), names)}`,
    [still, agents, names],
  );
}

const getAgentNameList = ({ run }: PageState): readonly string[] => run?.info.names ?? [];

const selectLoadedRows = (rows: WorkflowPart['rows'], agents: readonly number[]) =>
  agents.flatMap(agent => rows.get(agent) ?? []);
