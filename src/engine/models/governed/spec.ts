import type { ModelSpec } from '../../model.ts';
import { NO_NETWORK } from '../../setup.ts';
import { GOVERNED_PARAMETERS, PRESETS } from './parameters.ts';

export const GOVERNED: ModelSpec = {
  name: 'governed',
  presets: PRESETS,
  parameters: GOVERNED_PARAMETERS,
  asks: 'texts',
  takes: ['corpus', 'missions'],
  defaults: { network: NO_NETWORK, preset: 'showcase', seed: 7 },
};
