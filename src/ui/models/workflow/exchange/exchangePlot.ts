import type { Inks } from '../../../charts/inks.ts';
import type { PageState } from '../../../state/pageState.ts';
import { inspected } from '../../../state/selection.ts';
import { shownTick } from '../../../state/shown.ts';
import { besideHead } from '../../../views/time/TimelineTools.tsx';
import { BROKEN, MADE, SOLD } from '../words.ts';
import { workflowOf } from '../workflowPart.ts';
import type { ExchangePlot } from './plot.ts';
import type { ExchangeRows } from './useExchangeRows.ts';

const hoveredAgent = ({ selection: { hover } }: PageState): number =>
  hover?.kind === 'agent' ? hover.agent : -1;

/** Parts of the state that the drawing depends on. */
export const watchExchange = (state: PageState) => [
  workflowOf(state).rows,
  state.scale,
  state.plotWidth,
  shownTick(state),
  state.run,
  state.focus,
  inspected(state.selection),
  hoveredAgent(state),
];

/** @param active id of the artifact under the pointer, −1 for none */
export function plotOf(
  state: PageState,
  inks: Inks,
  { agents, pitch, rankOf }: ExchangeRows,
  width: number,
  active: number,
): ExchangePlot {
  const { rows } = workflowOf(state);
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
    head: shownTick(state),
    wordsAt: besideHead(state),
    prices: [Number(price_low), Number(price_high)],
    selected: inspected(selection) ?? -1,
    strong: inspected(selection) ?? focus,
    hovered: hoveredAgent(state),
    active,
    hues: { made: inks.palette[MADE], broken: inks.palette[BROKEN], sold: inks.palette[SOLD] },
    inks,
  };
}
