import { readInks } from '../../charts/inks.ts';
import { getRecordingSetStem, joinFileNameParts } from '../../files/getRecordingSetStem.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { getSharedHues } from '../../model/registered.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { type ChartPicture, downloadChartPicture } from './chartPicture.ts';

/** Writes the chart as it is drawn, with the numbers and the dots of this tick. */
export async function exportCurrentChart(
  state: PageState,
  drawing: Pick<ChartPicture, 'svg' | 'field' | 'whole'>,
  form: 'svg' | 'png',
): Promise<void> {
  const { run } = state;
  if (!run) return;
  const { states, name } = run.info.chart;
  const chart = name.replace(/[^\p{L}\p{N}]+/gu, '-');
  const colors = readInks(document.documentElement, states, getSharedHues()).states;
  await downloadChartPicture(
    {
      ...drawing,
      colors,
      name: joinFileNameParts(
        chart,
        getRecordingSetStem(state),
        getCurrentModelWords(state).tick,
        `${getViewedTick(state)}`,
      ),
    },
    form,
  );
}
