import { WORKFLOW_DEFAULTS } from '../../../engine/models/workflow/workflowDefaults.ts';
import type { PageModel } from '../../model/pageModel.ts';

/** Traders who are governed by a YAML. */
export const workflow: PageModel = {
  name: 'workflow',
  choice: { label: 'Workflow', title: 'traders who are governed by a YAML that you can edit' },
  defaults: WORKFLOW_DEFAULTS,
  inputs: ['workflow'],
  reads: { form: 'yaml', words: 'workflows' },
  half: async () => (await import('./workflowPlugin.ts')).WORKFLOW_PLUGIN,
};
