import type { ModelEntry } from '../entry.ts';

/** The model as the registry holds it. */
export const recorded: ModelEntry = {
  name: 'recorded',
  spec: async () => (await import('./spec.ts')).RECORDED,
  model: async () => (await import('./model.ts')).recorded,
  record: async () => (await import('./reports/record.ts')).recordedRecord,
};
