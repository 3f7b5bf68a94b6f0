import { formatNounCount } from '../lib/formatCounts.ts';
import { getCurrentModelWords } from '../model/getModelAppearance.ts';
import type { PageState, RunState } from '../state/pageState.ts';
import { getViewedTick } from '../state/viewState.ts';
import { describeStateName } from './chartLabels.ts';
import { formatRoundNumber } from './runClock.ts';

/** "Round 31: of 475 agents 309 idle, 92 scrolling, …"; of a chart with hierarchy, region by region. */
export function summarizeChart(state: PageState): string {
  const { run } = state;
  if (!run) return '';
  const tick = getViewedTick(state);
  const { Tick, agent } = getCurrentModelWords(state);
  const all = formatNounCount(run.info.config.agents, ...agent);
  const nested = describeRegionCounts(run, tick);
  if (nested !== null) return `${Tick} ${formatRoundNumber(tick)}, ${all}: ${nested}.`;
  const counts = run.info.chart.states.map(
    (name, position) => `${run.columns.count(tick, position)} ${describeStateName(run.info.chart, name)}`,
  );
  return `${Tick} ${formatRoundNumber(tick)}: of ${all} ${counts.join(', ')}.`;
}

/** "display: 222 time, 60 date; light: …"; null for a flat chart. */
function describeRegionCounts({ info, whole }: RunState, tick: number): string | null {
  const { chart } = info;
  const { outline } = chart;
  if (!outline || !whole) return null;
  return outline.regions
    .map((head, region) => {
      const leaves = outline.states.flatMap(({ id, kind, region: own }, state) =>
        own === region && (kind === 'atomic' || kind === 'final')
          ? [`${whole.count(tick, state)} ${describeStateName(chart, id)}`]
          : [],
      );
      return `${head < 0 ? 'outside all regions' : describeStateName(chart, outline.states[head].id)}: ${leaves.join(', ')}`;
    })
    .join('; ');
}
