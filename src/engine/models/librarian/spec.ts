import type { ModelSpec } from '../../model.ts';
import { NO_NETWORK } from '../../setup.ts';
import { LIBRARIAN_PARAMETERS, PRESETS } from './parameters.ts';

export const LIBRARIAN: ModelSpec = {
  name: 'librarian',
  presets: PRESETS,
  parameters: LIBRARIAN_PARAMETERS,
  asks: 'texts',
  takes: ['memory', 'config', 'source'],
  defaults: { network: NO_NETWORK, preset: 'pairs', seed: 3 },
};
