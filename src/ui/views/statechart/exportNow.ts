import { readInks } from '../../charts/inks.ts';
import { fileName, setStem } from '../../files/setStem.ts';
import { sharedHues } from '../../model/hues.ts';
import { wordsNow } from '../../model/looks.ts';
import type { PageState } from '../../state/pageState.ts';
import { shownTick } from '../../state/shown.ts';
import { type ChartPicture, exportChart } from './chartPicture.ts';

/** Writes the chart as it is drawn, with the numbers and the dots of this tick. */
export async function exportNow(
  state: PageState,
  drawing: Pick<ChartPicture, 'svg' | 'field' | 'whole'>,
  form: 'svg' | 'png',
): Promise<void> {
  const { run } = state;
  if (!run) return;
  const { states, name } = run.info.chart;
  const chart = name.replace(/[^\p{L}\p{N}]+/gu, '-');
  const colors = readInks(document.documentElement, states, sharedHues()).states;
  await exportChart(
    {
      ...drawing,
      colors,
      name: fileName(chart, setStem(state), wordsNow(state).tick, `${shownTick(state)}`),
    },
    form,
  );
}
