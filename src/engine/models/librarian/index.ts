import type { ModelEntry } from '../entry.ts';
import { LIBRARIAN } from './spec.ts';

/** The model as the registry holds it. */
export const librarian: ModelEntry = {
  ...LIBRARIAN,
  model: async () => (await import('./model.ts')).librarian,
  record: async () => (await import('./record.ts')).librarianRecord,
  comparison: async () => (await import('./comparison.ts')).librarianComparison,
};
