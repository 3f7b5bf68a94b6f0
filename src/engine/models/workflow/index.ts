import type { ModelEntry } from '../entry.ts';
import { WORKFLOW } from './spec.ts';

/** The model as the registry holds it. */
export const workflow: ModelEntry = {
  ...WORKFLOW,
  model: async () => (await import('./model.ts')).workflow,
  record: async () => (await import('./record.ts')).workflowRecord,
};
