import { GOVERNED_DEFAULTS } from '../../../engine/models/governed/governedDefaults.ts';
import type { PageModel } from '../../model/pageModel.ts';

/** Waiting or stopped states share the idle hue; stuck states belong to the engaging family. */
const PHASE_HUES: Readonly<Record<string, string>> = {
  init: 'idle',
  searching: 'scrolling',
  analyzing: 'evaluating',
  deciding: 'composing',
  stuck_search: 'engaging_like',
  stuck_analyze: 'engaging_reply',
  stuck_decide: 'engaging_reshare',
  finishing: 'resting',
};

/** Missions of agents that use tools. */
export const governed: PageModel = {
  name: 'governed',
  choice: { label: 'Missions', title: 'agents with tools, governed by a chart of phases' },
  defaults: GOVERNED_DEFAULTS,
  inputs: ['corpus', 'missions'],
  hues: PHASE_HUES,
  half: async () => (await import('./governedPlugin.ts')).GOVERNED_PLUGIN,
};
