import type { ModelSpec } from '../../model/model.ts';
import { GOVERNED_DEFAULTS } from './governedDefaults.ts';
import { GovernedDomain } from './governedDomain.ts';
import { GOVERNED_PARAMETERS, PRESETS } from './governedParameters.ts';
import { GOVERNED_INPUTS } from './inputs/governedInputs.ts';
import { GOVERNED_OUTCOMES, MISSION_SUBJECT } from './reports/governedOutcomes.ts';

/** Facts about the model, without its code. */
export const GOVERNED: ModelSpec = {
  name: 'governed',
  presets: PRESETS,
  parameters: GOVERNED_PARAMETERS,
  asks: 'texts',
  usesNetwork: false,
  inputs: GOVERNED_INPUTS,
  agents: 'number of missions; a shorter list is repeated',
  domains: GovernedDomain,
  outcomes: GOVERNED_OUTCOMES,
  subject: MISSION_SUBJECT,
  compares: 'what governance changes: two runs of the seed, without it and with it',
  defaults: GOVERNED_DEFAULTS,
};
