import type { ModelSpec } from '../../model.ts';
import { SOCIAL_DEFAULTS } from './defaults.ts';
import { SocialDomain } from './domain.ts';
import { SOCIAL_OUTCOMES } from './outcomes.ts';
import { PRESETS, SOCIAL_PARAMETERS } from './parameters.ts';

/** Facts about the model, without its code. */
export const SOCIAL: ModelSpec = {
  name: 'social',
  presets: PRESETS,
  parameters: SOCIAL_PARAMETERS,
  asks: 'choices',
  usesNetwork: true,
  inputs: [],
  agents: 'size of a generated network (500), or of a seeded sample of a fixed one',
  domains: SocialDomain,
  outcomes: SOCIAL_OUTCOMES,
  defaults: SOCIAL_DEFAULTS,
};
