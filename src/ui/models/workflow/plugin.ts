import type { ModelPlugin } from '../plugin.ts';
import { WORKFLOW_LOOK } from './look.ts';
import { OWN_WORKFLOW } from './ownWorkflow.ts';
import { WORKFLOW_VIEWS } from './views.tsx';
import { afterWorkflowFrame, WORKFLOW } from './workflowPart.ts';

/** The model's half of the page. */
export const WORKFLOW_PLUGIN: ModelPlugin = {
  name: WORKFLOW.model,
  look: WORKFLOW_LOOK,
  views: WORKFLOW_VIEWS,
  resources: async () => (await import('./resources.ts')).WORKFLOW_RESOURCES,
  afterFrame: afterWorkflowFrame,
  open: async (page, file) => (await import('./openWorkflow.ts')).openWorkflow(page, file),
  kept: OWN_WORKFLOW,
};
