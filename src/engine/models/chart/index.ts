import type { ModelEntry } from '../entry.ts';

/** The model as the registry holds it. */
export const chart: ModelEntry = {
  name: 'chart',
  spec: async () => (await import('./spec.ts')).CHART,
  model: async () => (await import('./model.ts')).chart,
  record: async () => (await import('./reports/record.ts')).chartRecord,
};
