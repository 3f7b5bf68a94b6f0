import type { ModelEntry } from '../modelEntry.ts';

/** The model as the registry holds it. */
export const social: ModelEntry = {
  name: 'social',
  spec: async () => (await import('./socialSpec.ts')).SOCIAL,
  model: async () => (await import('./socialModel.ts')).social,
  record: async () => (await import('./reports/socialRecord.ts')).socialRecord,
};
