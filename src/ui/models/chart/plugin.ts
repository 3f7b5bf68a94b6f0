import { CHART_PARAMETERS } from '../../../engine/models/chart/parameters.ts';
import { chartQueries } from '../../../engine/models/chart/reports/chartQueries.ts';
import type { ModelPlugin } from '../../model/plugin.ts';
import { createTextOpener } from '../../views/side/createTextOpener.ts';
import { applyChartFrame, CHART } from './chartPart.ts';
import { CHART_TEXT } from './chartText.ts';
import { CHART_LOOK } from './look.ts';
import { OWN_CHART } from './ownChart.ts';
import { CHART_RESOURCES } from './resources.ts';
import { CHART_VIEWS } from './views.tsx';

/** The model's half of the page. */
export const CHART_PLUGIN: ModelPlugin = {
  name: CHART.model,
  look: CHART_LOOK,
  views: CHART_VIEWS,
  resources: CHART_RESOURCES,
  parameters: async () => CHART_PARAMETERS,
  afterFrame: applyChartFrame,
  open: createTextOpener(CHART_TEXT),
  textOf: async run => (await chartQueries.ask(run, 'text', null)).text,
  kept: OWN_CHART,
};
