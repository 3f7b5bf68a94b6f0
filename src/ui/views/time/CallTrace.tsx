import { useState } from 'react';
import chart from '../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import { ChartHint } from '../../controls/chart/ChartHint.tsx';
import { ChartTitle } from '../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../controls/chart/chartLayers.ts';
import { getKeyTargetIndex } from '../../controls/chart/getKeyTargetIndex.ts';
import type { TableData } from '../../controls/tableData.ts';
import { useCalmPage, useLayout, usePage, usePageStore } from '../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';

/** One agent's work step by step, as its model has it. A step is chosen by a number of its own. */
export interface TraceAdapter<Step extends { readonly tick: number }, Plot> {
  /** Name of what is shown step by step: "mission". */
  readonly subject: string;
  /** Class of the title. */
  readonly titleClass: string;
  /** Null before there is one. */
  getTrace(state: PageState): { readonly agent: number; readonly steps: readonly Step[] } | null;
  getStepNumber(step: Step): number;
  /** The number of the step in the inspector; null for none. */
  getSelected(state: PageState): number | null;
  /** @param active the number of the step that the keyboard is on; null for none */
  plot(frame: ChartFrame, active: number | null): Plot | null;
  draw(ctx: CanvasRenderingContext2D, plot: Plot): void;
  /** The number of the step at a place, pixels from the plot's upper left corner; null for none. */
  hitTest(plot: Plot, x: number, y: number): number | null;
  describe(state: PageState): string;
  describeStep(step: Step, steps: readonly Step[]): string;
  buildTable(state: PageState): TableData;
  getTitle(state: PageState): string;
  /** The title in full, for the pointer. */
  getFullTitle(state: PageState): string;
}

/** The steps of a trace up to the tick that is shown. */
export const listViewedSteps = <Step extends { readonly tick: number }>(
  trace: { readonly steps: readonly Step[] } | null,
  state: PageState,
): readonly Step[] => (trace?.steps ?? []).filter(({ tick }) => tick <= getViewedTick(state));

/** The call trace of one agent, by pointer and keyboard. */
export function CallTrace<Step extends { readonly tick: number }, Plot>({
  adapter,
}: {
  readonly adapter: TraceAdapter<Step, Plot>;
}) {
  const store = usePageStore();
  const { gutter } = useLayout();
  const { tick, Tick } = usePage(getCurrentModelWords);
  const [active, setActive] = useState<number | null>(null);

  /** Shows the step, and with it its agent, in the inspector. */
  const choose = (step: number | null): boolean => {
    const trace = adapter.getTrace(store.getState());
    if (!trace || step === null) return false;
    store.getState().select({ agents: [trace.agent], state: null, own: { step } });
    return true;
  };
  const pressed = (key: string): boolean => {
    const state = store.getState();
    if (key === 'Enter') choose(active);
    const steps = listViewedSteps(adapter.getTrace(state), state);
    const at = steps.findIndex(step => adapter.getStepNumber(step) === active);
    const to = getKeyTargetIndex(key, at, steps.length);
    if (to === null) return false;
    const step = steps[to];
    if (step) state.showTick(step.tick);
    setActive(step ? adapter.getStepNumber(step) : null);
    return true;
  };
  return (
    <ChartCanvas
      name="Call trace"
      testId="trace"
      plot={frame => adapter.plot(frame, active)}
      draw={adapter.draw}
      watch={state => [
        adapter.getTrace(state),
        state.scale,
        state.plotWidth,
        state.head,
        adapter.getSelected(state),
        getViewedTick(state),
      ]}
      share={1}
      hitTest={adapter.hitTest}
      onPick={choose}
      label="Call trace"
      spoken={adapter.describe}
      onKey={pressed}
      onBlur={() => setActive(null)}
      summary={adapter.describe}
      table={adapter.buildTable}
      tools={twin => (
        <div className={chart.gutter}>
          <ChartTitle title="Call trace" twin={twin} />
          <TraceTitle adapter={adapter} />
        </div>
      )}
    >
      <ChartHint
        left={gutter}
        title={`${Tick} 1 comes next`}
        text={`Space plays, → takes one ${tick}. Here a ${adapter.subject} is shown step by step.`}
      />
      <p className="hidden" aria-live="polite">
        <ActiveStep adapter={adapter} active={active} />
      </p>
    </ChartCanvas>
  );
}

function TraceTitle<Step extends { readonly tick: number }, Plot>({
  adapter,
}: {
  readonly adapter: TraceAdapter<Step, Plot>;
}) {
  const title = useCalmPage(adapter.getTitle, 'measures');
  const full = useCalmPage(adapter.getFullTitle, 'measures');
  return (
    <p className={`label ${adapter.titleClass}`} title={full}>
      {title}
    </p>
  );
}

function ActiveStep<Step extends { readonly tick: number }, Plot>({
  adapter,
  active,
}: {
  readonly adapter: TraceAdapter<Step, Plot>;
  readonly active: number | null;
}) {
  const words = usePage(state => {
    const { steps = [] } = adapter.getTrace(state) ?? {};
    const step = steps.find(other => adapter.getStepNumber(other) === active);
    return step ? adapter.describeStep(step, steps) : '';
  });
  return <>{words}</>;
}
