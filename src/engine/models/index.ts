import { InputError } from '../errors.ts';
import type { Model, ModelSpec } from '../model.ts';
import { GOVERNED } from './governed/spec.ts';
import { LIBRARIAN } from './librarian/spec.ts';
import { social } from './social/model.ts';
import { SOCIAL } from './social/spec.ts';
import { WORKFLOW } from './workflow/spec.ts';

/** A model that a set-up can name; all but the usual one are loaded when they are wanted. */
export interface ModelEntry extends ModelSpec {
  model(): Promise<Model>;
}

export const MODELS: readonly ModelEntry[] = [
  { ...SOCIAL, model: async () => social },
  { ...GOVERNED, model: async () => (await import('./governed/model.ts')).governed },
  { ...LIBRARIAN, model: async () => (await import('./librarian/model.ts')).librarian },
  { ...WORKFLOW, model: async () => (await import('./workflow/model.ts')).workflow },
];

/** @throws InputError for an unknown name. */
export function modelNamed(name: string): ModelEntry {
  const model = MODELS.find(m => m.name === name);
  if (model === undefined)
    throw new InputError(`model "${name}" is unknown; there is: ${MODELS.map(m => m.name).join(', ')}`);
  return model;
}
