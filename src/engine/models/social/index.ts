import type { ModelEntry } from '../entry.ts';
import { SOCIAL } from './spec.ts';

/** The model as the registry holds it. */
export const social: ModelEntry = {
  ...SOCIAL,
  model: async () => (await import('./model.ts')).social,
  record: async () => (await import('./record.ts')).socialRecord,
};
