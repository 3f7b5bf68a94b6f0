import type { ModelEntry } from '../modelEntry.ts';

/** The model as the registry holds it. */
export const chart: ModelEntry = {
  name: 'chart',
  spec: async () => (await import('./chartSpec.ts')).CHART,
  model: async () => (await import('./chartModel.ts')).chart,
  record: async () => (await import('./reports/chartRecord.ts')).chartRecord,
};
