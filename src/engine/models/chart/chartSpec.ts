import type { ModelSpec } from '../../model/model.ts';
import type { InputDefinition } from '../../setup/config.ts';
import { CHART_FITS } from '../../statechart/chartFits.ts';
import { CHARTS } from './bundledCharts.ts';
import { CHART_DEFAULTS } from './chartDefaults.ts';
import { ChartDomain } from './chartDomain.ts';
import { CHART_PARAMETERS } from './chartParameters.ts';
import { PRESET_PARAMETERS } from './ownParameters.ts';
import { CHART_OUTCOMES } from './reports/chartOutcomes.ts';

/** Inputs of a run that the user may bring as files. */
export const CHART_INPUTS: readonly InputDefinition[] = [
  {
    name: 'chart',
    noun: 'statechart',
    from: 'file',
    fits: CHART_FITS,
    meaning: 'a statechart as SCXML, JSON or a state diagram of Mermaid (default: the chart of the preset)',
  },
];

/** Facts about the model, without its code. */
export const CHART: ModelSpec = {
  name: 'chart',
  presets: CHARTS,
  parameters: CHART_PARAMETERS,
  presetParameters: PRESET_PARAMETERS,
  addDeclared: async (...given) => (await import('./loadChart.ts')).addDeclaredParameters(...given),
  asks: 'choices',
  usesNetwork: true,
  inputs: CHART_INPUTS,
  agents: 'size of a generated network (500), or of a seeded sample of a fixed one',
  domains: ChartDomain,
  outcomes: CHART_OUTCOMES,
  defaults: CHART_DEFAULTS,
};
