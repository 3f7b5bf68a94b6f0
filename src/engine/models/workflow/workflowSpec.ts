import type { ModelSpec } from '../../model/model.ts';
import { WORKFLOW_INPUTS } from './inputs/workflowInputs.ts';
import { TRADER_SUBJECT, WORKFLOW_OUTCOMES } from './reports/workflowOutcomes.ts';
import { WORKFLOW_DEFAULTS } from './workflowDefaults.ts';
import { WorkflowDomain } from './workflowDomain.ts';
import { WORKFLOW_PARAMETERS } from './workflowParameters.ts';
import { EXAMPLES } from './workflowTerms.ts';

/** Facts about the model, without its code. */
export const WORKFLOW: ModelSpec = {
  name: 'workflow',
  presets: EXAMPLES,
  parameters: WORKFLOW_PARAMETERS,
  asks: 'texts',
  usesNetwork: false,
  inputs: WORKFLOW_INPUTS,
  agents: 'agents (12)',
  domains: WorkflowDomain,
  outcomes: WORKFLOW_OUTCOMES,
  subject: TRADER_SUBJECT,
  defaults: WORKFLOW_DEFAULTS,
};
