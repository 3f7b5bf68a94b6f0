import type { ModelSpec } from '../../model/model.ts';
import { RECORDED_DEFAULTS } from './defaults.ts';
import { RecordedDomain } from './domain.ts';
import { RECORDED_INPUTS } from './inputs.ts';
import { RECORDED_PARAMETERS } from './parameters.ts';
import { RECORDED_OUTCOMES } from './reports/outcomes.ts';
import { EXAMPLE_SETS } from './words.ts';

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
