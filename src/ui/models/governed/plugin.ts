import { GOVERNED_PARAMETERS } from '../../../engine/models/governed/parameters.ts';
import { governedQueries } from '../../../engine/models/governed/reports/governedQueries.ts';
import type { ModelPlugin } from '../../model/plugin.ts';
import { applyGovernedFrame, GOVERNED, MISSION_PICKED } from './governedPart.ts';
import { GOVERNED_LOOK } from './look.ts';
import { GOVERNED_RESOURCES } from './resources.ts';
import { GOVERNED_VIEWS } from './views.tsx';

/** The model's half of the page. */
export const GOVERNED_PLUGIN: ModelPlugin = {
  name: GOVERNED.model,
  look: GOVERNED_LOOK,
  views: GOVERNED_VIEWS,
  resources: GOVERNED_RESOURCES,
  parameters: async () => GOVERNED_PARAMETERS,
  afterFrame: applyGovernedFrame,
  withAgents: () => MISSION_PICKED.initial,
  letGo(own) {
    const { step } = { ...MISSION_PICKED.initial, ...own };
    return step === null ? null : MISSION_PICKED.initial;
  },
  search: (engine, words) => governedQueries.ask(engine, 'search', words),
};
