import type { ModelEntry } from '../entry.ts';
import { GOVERNED } from './spec.ts';

/** The model as the registry holds it. */
export const governed: ModelEntry = {
  ...GOVERNED,
  model: async () => (await import('./model.ts')).governed,
  record: async () => (await import('./record.ts')).governedRecord,
  comparison: async () => (await import('./comparison.ts')).governedComparison,
};
