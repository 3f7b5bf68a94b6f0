import type { ModelEntry } from '../modelEntry.ts';

/** The model as the registry holds it. */
export const recorded: ModelEntry = {
  name: 'recorded',
  spec: async () => (await import('./recordedSpec.ts')).RECORDED,
  model: async () => (await import('./recordedModel.ts')).recorded,
  record: async () => (await import('./reports/recordedRecord.ts')).recordedRecord,
};
