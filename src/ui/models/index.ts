import { GOVERNED_PLUGIN } from './governed/plugin.ts';
import { LIBRARIAN_PLUGIN } from './librarian/plugin.ts';
import type { ModelPlugin } from './plugin.ts';
import { register } from './registered.ts';
import { SOCIAL_PLUGIN } from './social/plugin.ts';
import { WORKFLOW_PLUGIN } from './workflow/plugin.ts';

/** The models that the page knows, in the order in which they stand to be chosen. */
const MODELS: readonly ModelPlugin[] = [SOCIAL_PLUGIN, GOVERNED_PLUGIN, LIBRARIAN_PLUGIN, WORKFLOW_PLUGIN];

/** Before anything else is done: the state of a page begins with a model. */
export const registerModels = (): void => register(...MODELS);
