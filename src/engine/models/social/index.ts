import type { ModelEntry } from '../entry.ts';

/** The model as the registry holds it. */
export const social: ModelEntry = {
  name: 'social',
  spec: async () => (await import('./spec.ts')).SOCIAL,
  model: async () => (await import('./model.ts')).social,
  record: async () => (await import('./reports/record.ts')).socialRecord,
};
