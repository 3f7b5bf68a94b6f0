import { useMemo, useState } from 'react';
import { tickAt } from '../../../charts/timeScale.ts';
import chart from '../../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../../controls/chart/ChartCanvas.tsx';
import { ChartHint } from '../../../controls/chart/ChartHint.tsx';
import { ChartTitle } from '../../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../../controls/chart/frame.ts';
import { ledTo } from '../../../controls/chart/ledTo.ts';
import { useLayout, usePage, usePageStore } from '../../../hooks/hooks.ts';
import type { PageState } from '../../../state/pageState.ts';
import { veiledFrom } from '../../../views/time/TimelineTools.tsx';
import styles from '../Workflow.module.css';
import type { WorkflowPart } from '../workflowPart.ts';
import { workflowOf } from '../workflowPart.ts';
import { drawBeside } from './beside.ts';
import { drawExchange } from './draw.ts';
import { ActiveRow, Key } from './ExchangeNotes.tsx';
import { ExchangeTip } from './ExchangeTip.tsx';
import { plotOf, watchExchange } from './exchangePlot.ts';
import { exchangeSentence, exchangeTable } from './exchangeWords.ts';
import { hitExchange } from './hit.ts';
import { type Layout, type Line, layoutOf } from './layout.ts';
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
  const onRows = (state: PageState) => known(workflowOf(state).rows, agents);
  const label = useLabel(agents);

  /** An artifact chooses its maker and the tick; a name its agent. */
  const pick = (line: Line | null, x: number, y: number): boolean => {
    const { select, scale, head } = store.getState();
    const agent = agents[Math.floor((y - HEAD) / pitch)];
    if (line) {
      const { made, sold, dropped } = line.artifact;
      const tick = Math.max(made, Math.min(sold ?? dropped ?? head, tickAt(scale, x)));
      select({ agents: [line.maker], state: null, cursor: tick >= head ? null : tick, range: null });
    } else if (x < 0 && agent !== undefined) select({ agents: [agent], state: null });
    else return false;
    return true;
  };
  const pressed = (key: string): boolean => {
    const { select } = store.getState();
    const to = ledTo(key, active, rows.all, agents.length);
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
        const plot = plotOf(state, inks, rows, width - gutter, line?.artifact.id ?? -1);
        return { plot, layout: layoutOf(plot) };
      }}
      draw={draw}
      watch={watchExchange}
      share={1}
      hitTest={({ plot, layout }, x, y) => hitExchange(layout, plot, x, y - HEAD)}
      onPick={pick}
      onScroll={by => rows.scroll(by * 2)}
      tip={(line, place) => <ExchangeTip line={line} place={place} />}
      label={`${label} Up and down choose a row, Enter opens it in the inspector.`}
      onKey={pressed}
      summary={state => exchangeSentence(onRows(state), namesOf(state))}
      table={state => exchangeTable(onRows(state), namesOf(state))}
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

function draw(
  ctx: CanvasRenderingContext2D,
  { plot, layout }: Drawn,
  { state, run, gutter, width }: ChartFrame,
): void {
  ctx.translate(-gutter, HEAD);
  drawBeside(ctx, plot, { names: run.info.names, gutter, width });
  ctx.translate(gutter, 0);
  drawExchange(ctx, plot, layout, veiledFrom(state));
}

/** Announced only while the run is paused, so that a screen reader is not interrupted. */
function useLabel(agents: readonly number[]): string {
  const still = usePage(state => (state.phase === 'playing' ? null : workflowOf(state).rows));
  const names = usePage(namesOf);
  return useMemo(
    () => (still === null ? 'Exchange.' : `Exchange. ${exchangeSentence(known(still, agents), names)}`),
    [still, agents, names],
  );
}

const namesOf = ({ run }: PageState): readonly string[] => run?.info.names ?? [];

const known = (rows: WorkflowPart['rows'], agents: readonly number[]) =>
  agents.flatMap(agent => rows.get(agent) ?? []);
