import type { ModelSpec } from '../../model/model.ts';
import { RECORDED_DEFAULTS } from './recordedDefaults.ts';
import { RecordedDomain } from './recordedDomain.ts';
import { RECORDED_INPUTS } from './recordedInputs.ts';
import { RECORDED_PARAMETERS } from './recordedParameters.ts';
import { EXAMPLE_SETS } from './recordedTerms.ts';
import { RECORDED_OUTCOMES } from './reports/recordedOutcomes.ts';

/** Facts about the model, without its code. */
export const RECORDED: ModelSpec = {
  name: 'recorded',
  presets: EXAMPLE_SETS,
  parameters: RECORDED_PARAMETERS,
  asks: 'texts',
  isRecorded: true,
  usesNetwork: false,
  inputs: RECORDED_INPUTS,
  agents: 'the first cases of the traces (all)',
  domains: RecordedDomain,
  outcomes: RECORDED_OUTCOMES,
  defaults: RECORDED_DEFAULTS,
};
