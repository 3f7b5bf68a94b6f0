import type { ModelEntry } from '../entry.ts';

/** The model as the registry holds it. */
export const workflow: ModelEntry = {
  name: 'workflow',
  spec: async () => (await import('./spec.ts')).WORKFLOW,
  model: async () => (await import('./model.ts')).workflow,
  record: async () => (await import('./reports/record.ts')).workflowRecord,
};
