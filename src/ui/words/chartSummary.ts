import { counted } from '../lib/words.ts';
import { wordsNow } from '../model/looks.ts';
import type { PageState, RunState } from '../state/pageState.ts';
import { shownTick } from '../state/shown.ts';
import { stateWords } from './chartWords.ts';
import { roundNumber } from './clock.ts';

/** "Round 31: of 475 agents 309 idle, 92 scrolling, …"; of a chart with hierarchy, region by region. */
export function chartSummary(state: PageState): string {
  const { run } = state;
  if (!run) return '';
  const tick = shownTick(state);
  const { Tick, agent } = wordsNow(state);
  const all = counted(run.info.config.agents, ...agent);
  const nested = nestedCounts(run, tick);
  if (nested !== null) return `${Tick} ${roundNumber(tick)}, ${all}: ${nested}.`;
  const counts = run.info.chart.states.map(
    (name, position) => `${run.columns.count(tick, position)} ${stateWords(run.info.chart, name)}`,
  );
  return `${Tick} ${roundNumber(tick)}: of ${all} ${counts.join(', ')}.`;
}

/** "display: 222 time, 60 date; light: …"; null for a flat chart. */
function nestedCounts({ info, whole }: RunState, tick: number): string | null {
  const { chart } = info;
  const { outline } = chart;
  if (!outline || !whole) return null;
  return outline.regions
    .map((head, region) => {
      const leaves = outline.states.flatMap(({ id, kind, region: own }, state) =>
        own === region && (kind === 'atomic' || kind === 'final')
          ? [`${whole.count(tick, state)} ${stateWords(chart, id)}`]
          : [],
      );
      return `${head < 0 ? 'outside all regions' : stateWords(chart, outline.states[head].id)}: ${leaves.join(', ')}`;
    })
    .join('; ');
}
