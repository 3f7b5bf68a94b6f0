import type { ModelSpec } from '../../model/model.ts';
import { SOCIAL_INTERVENTIONS } from './interventions/socialInterventions.ts';
import { ARCHETYPE_TABLE, buildArchetypes } from './people/archetypeTable.ts';
import { PRESETS } from './presets.ts';
import { POST_SUBJECT, SOCIAL_OUTCOMES } from './reports/socialOutcomes.ts';
import { SOCIAL_DEFAULTS } from './socialDefaults.ts';
import { SocialDomain } from './socialDomain.ts';
import { SOCIAL_PARAMETERS } from './socialParameters.ts';

/** Facts about the model, without its code. */
export const SOCIAL: ModelSpec = {
  name: 'social',
  presets: PRESETS,
  parameters: SOCIAL_PARAMETERS,
  table: ARCHETYPE_TABLE,
  agree: buildArchetypes,
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
