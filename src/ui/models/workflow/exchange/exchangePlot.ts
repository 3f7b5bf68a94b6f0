import type { Inks } from '../../../charts/inks.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getInspectedAgent } from '../../../state/selection.ts';
import { getViewedTick } from '../../../state/shown.ts';
import { getHeadLabelLeft } from '../../../views/time/TimelineTools.tsx';
import { BROKEN, MADE, SOLD } from '../words.ts';
import { getWorkflowPart } from '../workflowPart.ts';
import type { ExchangePlot } from './plot.ts';
import type { ExchangeRows } from './useExchangeRows.ts';

const getHoveredAgent = ({ selection: { hover } }: PageState): number =>
  hover?.kind === 'agent' ? hover.agent : -1;

/** Parts of the state that the drawing depends on. */
export const selectExchangeInputs = (state: PageState) => [
  getWorkflowPart(state).rows,
  state.scale,
  state.plotWidth,
  getViewedTick(state),
  state.run,
  state.focus,
  getInspectedAgent(state.selection),
  getHoveredAgent(state),
];

/** @param active id of the artifact under the pointer, −1 for none */
export function buildExchangePlot(
  state: PageState,
  inks: Inks,
  { agents, pitch, rankOf }: ExchangeRows,
  width: number,
  active: number,
): ExchangePlot {
  const { rows } = getWorkflowPart(state);
  const { run, scale, selection, focus } = state;
  const { price_low, price_high } = run!.info.config.parameters;
  const first = rankOf.get(agents[0] ?? -1) ?? 0;
  return {
    agents,
    rows: agents.map(agent => rows.get(agent)),
    isAbove: agent => (rankOf.get(agent) ?? Number.POSITIVE_INFINITY) < first,
    scale,
    width,
    height: agents.length * pitch,
    pitch,
    head: getViewedTick(state),
    wordsAt: getHeadLabelLeft(state),
    prices: [Number(price_low), Number(price_high)],
    selected: getInspectedAgent(selection) ?? -1,
    strong: getInspectedAgent(selection) ?? focus,
    hovered: getHoveredAgent(state),
    active,
    hues: { made: inks.palette[MADE], broken: inks.palette[BROKEN], sold: inks.palette[SOLD] },
    inks,
  };
}
