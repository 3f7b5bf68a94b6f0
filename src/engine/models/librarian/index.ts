import type { ModelEntry } from '../entry.ts';

/** The model as the registry holds it. */
export const librarian: ModelEntry = {
  name: 'librarian',
  spec: async () => (await import('./spec.ts')).LIBRARIAN,
  model: async () => (await import('./model.ts')).librarian,
  record: async () => (await import('./reports/record.ts')).librarianRecord,
  comparison: async () => (await import('./reports/comparison.ts')).librarianComparison,
};
