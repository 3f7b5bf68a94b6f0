import { WORKFLOW_PARAMETERS } from '../../../engine/models/workflow/parameters.ts';
import { workflowQueries } from '../../../engine/models/workflow/reports/workflowQueries.ts';
import type { ModelPlugin } from '../../model/plugin.ts';
import { createTextOpener } from '../../views/side/createTextOpener.ts';
import { WORKFLOW_LOOK } from './look.ts';
import { OWN_WORKFLOW } from './ownWorkflow.ts';
import { WORKFLOW_RESOURCES } from './resources.ts';
import { WORKFLOW_VIEWS } from './views.tsx';
import { applyWorkflowFrame, WORKFLOW } from './workflowPart.ts';
import { WORKFLOW_TEXT } from './workflowText.ts';

/** The model's half of the page. */
export const WORKFLOW_PLUGIN: ModelPlugin = {
  name: WORKFLOW.model,
  look: WORKFLOW_LOOK,
  views: WORKFLOW_VIEWS,
  resources: WORKFLOW_RESOURCES,
  parameters: async () => WORKFLOW_PARAMETERS,
  afterFrame: applyWorkflowFrame,
  open: createTextOpener(WORKFLOW_TEXT),
  textOf: async run => (await workflowQueries.ask(run, 'workflow', null)).text,
  kept: OWN_WORKFLOW,
  search: (engine, words) => workflowQueries.ask(engine, 'search', words),
};
