import type { ModelEntry } from '../modelEntry.ts';

/** The model as the registry holds it. */
export const librarian: ModelEntry = {
  name: 'librarian',
  spec: async () => (await import('./librarianSpec.ts')).LIBRARIAN,
  model: async () => (await import('./librarianModel.ts')).librarian,
  record: async () => (await import('./reports/librarianRecord.ts')).librarianRecord,
  comparison: async () => (await import('./reports/librarianComparison.ts')).librarianComparison,
};
