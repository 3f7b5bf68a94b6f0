import type { ModelSpec } from '../../model.ts';
import { ARCHETYPE_TABLE, archetypesOf } from './archetypeTable.ts';
import { SOCIAL_DEFAULTS } from './defaults.ts';
import { SocialDomain } from './domain.ts';
import { SOCIAL_INTERVENTIONS } from './interventionSpec.ts';
import { POST_SUBJECT, SOCIAL_OUTCOMES } from './outcomes.ts';
import { SOCIAL_PARAMETERS } from './parameters.ts';
import { PRESETS } from './presets.ts';

/** Facts about the model, without its code. */
export const SOCIAL: ModelSpec = {
  name: 'social',
  presets: PRESETS,
  parameters: SOCIAL_PARAMETERS,
  table: ARCHETYPE_TABLE,
  agree: archetypesOf,
  asks: 'choices',
  usesNetwork: true,
  inputs: [],
  agents: 'size of a generated network (500), or of a seeded sample of a fixed one',
  interventions: SOCIAL_INTERVENTIONS,
  domains: SocialDomain,
  outcomes: SOCIAL_OUTCOMES,
  subject: POST_SUBJECT,
  defaults: SOCIAL_DEFAULTS,
};
