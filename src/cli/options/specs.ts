import type { ModelSpec } from '../../engine/model/model.ts';
import { getAgentModelEntry, MODELS } from '../../engine/models/index.ts';

/** What there is to say of each model, in the registry's order: the help tells all of it. */
export const SPECS: readonly ModelSpec[] = await Promise.all(MODELS.map(({ spec }) => spec()));

/** @throws InputError for an unknown name. */
export const getSpecByName = (name: string): ModelSpec => SPECS[MODELS.indexOf(getAgentModelEntry(name))];
