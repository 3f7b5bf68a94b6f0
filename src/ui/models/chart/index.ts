import { CHART_DEFAULTS } from '../../../engine/models/chart/chartDefaults.ts';
import type { PageModel } from '../../model/pageModel.ts';

/** Agents that follow any statechart. */
export const chart: PageModel = {
  name: 'chart',
  choice: {
    label: 'Any chart',
    title: 'an infection, an opinion, a machine, or a statechart of your own, on a network',
  },
  defaults: CHART_DEFAULTS,
  inputs: ['chart'],
  reads: { form: 'chart', words: 'statecharts' },
  hues: {
    susceptible: 'idle',
    infected: 'engaging_like',
    recovered: 'resting',
    like: 'engaging_like',
    reply: 'engaging_reply',
    share: 'engaging_reshare',
  },
  half: async () => (await import('./chartPlugin.ts')).CHART_PLUGIN,
};
