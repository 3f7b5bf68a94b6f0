import type { ModelEntry } from '../entry.ts';

/** The model as the registry holds it. */
export const governed: ModelEntry = {
  name: 'governed',
  spec: async () => (await import('./spec.ts')).GOVERNED,
  model: async () => (await import('./model.ts')).governed,
  record: async () => (await import('./reports/record.ts')).governedRecord,
  comparison: async () => (await import('./reports/comparison.ts')).governedComparison,
};
