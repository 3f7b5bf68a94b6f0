import { InputError } from '../errors.ts';
import type { Model } from '../model.ts';
import { governed } from './governed/model.ts';
import { social } from './social/model.ts';

/** Every model that a set-up can name. */
export const MODELS: readonly Model[] = [social, governed];

/** @throws InputError for an unknown name. */
export function modelNamed(name: string): Model {
  const model = MODELS.find(m => m.name === name);
  if (model === undefined)
    throw new InputError(`model "${name}" is unknown; there is: ${MODELS.map(m => m.name).join(', ')}`);
  return model;
}
