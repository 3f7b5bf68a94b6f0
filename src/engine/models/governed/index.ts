import type { ModelEntry } from '../modelEntry.ts';

/** The model as the registry holds it. */
export const governed: ModelEntry = {
  name: 'governed',
  spec: async () => (await import('./governedSpec.ts')).GOVERNED,
  model: async () => (await import('./governedModel.ts')).governed,
  record: async () => (await import('./reports/governedRecord.ts')).governedRecord,
  comparison: async () => (await import('./reports/governedComparison.ts')).governedComparison,
};
