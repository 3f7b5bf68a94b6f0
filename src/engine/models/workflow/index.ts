import type { ModelEntry } from '../modelEntry.ts';

/** The model as the registry holds it. */
export const workflow: ModelEntry = {
  name: 'workflow',
  spec: async () => (await import('./workflowSpec.ts')).WORKFLOW,
  model: async () => (await import('./workflowModel.ts')).workflow,
  record: async () => (await import('./reports/workflowRecord.ts')).workflowRecord,
};
