import { CHART_PARAMETERS } from '../../../engine/models/chart/parameters.ts';
import { KeptText } from '../../files/keptText.ts';
import type { ModelPlugin } from '../plugin.ts';
import { afterChartFrame, CHART } from './chartPart.ts';
import { CHART_LOOK } from './look.ts';
import { CHART_VIEWS } from './views.ts';

/** The model's half of the page. */
export const CHART_PLUGIN: ModelPlugin = {
  name: CHART.model,
  look: CHART_LOOK,
  views: CHART_VIEWS,
  resources: [],
  parameters: async () => CHART_PARAMETERS,
  afterFrame: afterChartFrame,
  kept: new KeptText('chart', 'statescope-chart'),
};
