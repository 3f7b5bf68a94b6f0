import type { ModelSpec } from '../../engine/model/model.ts';
import { getAgentModelEntry, MODELS } from '../../engine/models/index.ts';

/** Specifications of all models in the registry's order: the help lists all of them. */
export const SPECS: readonly ModelSpec[] = await Promise.all(MODELS.map(({ spec }) => spec()));

/** @throws InputError for an unknown name. */
export const getSpecByName = (name: string): ModelSpec => SPECS[MODELS.indexOf(getAgentModelEntry(name))];
