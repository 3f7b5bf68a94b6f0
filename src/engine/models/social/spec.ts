import type { ModelSpec } from '../../model.ts';
import { DEFAULT_SETUP } from '../../setup.ts';
import { PRESETS, SOCIAL_PARAMETERS } from './parameters.ts';

const { network, preset, seed } = DEFAULT_SETUP;

export const SOCIAL: ModelSpec = {
  name: 'social',
  presets: PRESETS,
  parameters: SOCIAL_PARAMETERS,
  asks: 'choices',
  takes: ['network'],
  defaults: { network, preset, seed },
};
