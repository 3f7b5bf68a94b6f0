import type { ModelSpec } from '../../model.ts';
import { NO_NETWORK } from '../../setup.ts';
import { WORKFLOW_PARAMETERS } from './parameters.ts';
import { EXAMPLES } from './words.ts';

export const WORKFLOW: ModelSpec = {
  name: 'workflow',
  presets: EXAMPLES,
  parameters: WORKFLOW_PARAMETERS,
  asks: 'texts',
  takes: ['workflow'],
  defaults: { network: NO_NETWORK, preset: 'completed', seed: 19 },
};
